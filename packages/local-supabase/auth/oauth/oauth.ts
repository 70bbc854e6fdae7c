import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { uuid } from "../fields.ts";
import { tokenParams } from "../links/verify.ts";
import { errorParams, redirectTo, withFragment, withQuery } from "../redirects.ts";
import { type AuthRequest, getClientInfo } from "../request.ts";
import { startSession } from "../sessions/sessions.ts";
import { isBanned, type User } from "../users/users.ts";
import { linkOrCreateAccount } from "./account-linking.ts";
import {
  deleteFlowState,
  type FlowState,
  insertFlowState,
  isFlowExpired,
  parseFlow,
} from "./flow-state.ts";
import {
  authorizationUrl,
  exchangeProviderCode,
  type ProviderTokens,
  parseProviderName,
} from "./providers.ts";

/** GET /authorize?provider=…: redirects to the provider. */
export async function authorize(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const provider = parseProviderName(request.req.query("provider") ?? "", ctx.settings);
  const flow = parseFlow(request, ctx.settings, {
    code_challenge: request.req.query("code_challenge") ?? "",
    code_challenge_method: request.req.query("code_challenge_method") ?? "",
  });
  const { id: state } = await insertFlowState(ctx.sql, {
    provider,
    method: "oauth",
    challenge: flow.challenge,
    referrer: flow.redirect,
  });
  return redirectTo(authorizationUrl(ctx.settings, provider, state, request.req.query()), 302);
}

/** GET /callback: the provider's redirect, with a code or an error. */
export async function callback(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  let flow: FlowState;
  try {
    flow = await loadFlow(ctx, request.req.query("state"));
  } catch (error) {
    return redirectTo(withQuery(ctx.settings.siteUrl, errorParams(error)), 303);
  }
  const back = flow.referrer ?? ctx.settings.siteUrl;
  const fail = (params: Record<string, string>) =>
    redirectTo(withFragment(withQuery(back, params), params), 302);
  const { error, error_description = "" } = request.req.query();
  // An error from the provider, e.g. when the user declines, is passed to the site unchanged.
  if (error) return fail({ error, error_description });
  try {
    return redirectTo(await completeSignIn(ctx, request, flow, back), 302);
  } catch (failure) {
    return fail(errorParams(failure));
  }
}

async function loadFlow(ctx: AuthContext, state: string | undefined): Promise<FlowState> {
  if (!state) {
    throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  }
  if (!v.is(uuid, state)) {
    throw new AuthError(400, "bad_oauth_state", "OAuth state parameter is invalid");
  }
  const [flow] = await ctx.sql<FlowState[]>`select * from auth.flow_state where id = ${state}`;
  if (!flow) throw new AuthError(400, "bad_oauth_state", "OAuth state not found or expired");
  if (isFlowExpired(flow)) throw new AuthError(400, "bad_oauth_state", "OAuth state has expired");
  if (flow.user_id) throw stateAlreadyUsed();
  return flow;
}

/** Finds or creates the account; returns the redirect URL with a code (PKCE) or tokens. */
async function completeSignIn(
  ctx: AuthContext,
  request: AuthRequest,
  flow: FlowState,
  back: string,
): Promise<string> {
  const code = request.req.query("code");
  if (!code) {
    const message = "OAuth callback with missing authorization code missing";
    throw new AuthError(400, "bad_oauth_callback", message);
  }
  const provider = parseProviderName(flow.provider_type, ctx.settings);
  const { profile, tokens } = await exchangeProviderCode(ctx.settings, provider, code);
  if (profile.email === "") {
    const message = "Error getting user email from external provider";
    throw new AuthError(500, "unexpected_failure", message);
  }
  const result = await ctx.sql.begin(async (tx) => {
    const account = await linkOrCreateAccount(ctx, tx, { provider, profile, redirect: back });
    if (account instanceof AuthError) return account;
    const { user, action } = account;
    await writeAudit(tx, user, action, { provider });
    if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
    if (flow.auth_code) {
      await claimFlow(tx, flow, user, tokens);
      return withQuery(back, { code: flow.auth_code });
    }
    if (!(await deleteFlowState(tx, flow.id))) throw stateAlreadyUsed();
    const session = await startSession(ctx, tx, user, "oauth", getClientInfo(request));
    const params = { ...tokenParams(session), provider_token: tokens.accessToken };
    if (tokens.refreshToken === null) return withFragment(back, params);
    return withFragment(back, { ...params, provider_refresh_token: tokens.refreshToken });
  });
  if (result instanceof AuthError) throw result;
  return result;
}

/** Stores the account and the provider's tokens for the exchange of the flow's code. */
async function claimFlow(
  tx: Queryable,
  flow: FlowState,
  user: User,
  tokens: ProviderTokens,
): Promise<void> {
  const claimed = await tx`
    update auth.flow_state set user_id = ${user.id}, auth_code_issued_at = now(),
      provider_access_token = ${tokens.accessToken},
      provider_refresh_token = ${tokens.refreshToken}, updated_at = now()
    where id = ${flow.id} and user_id is null returning id`;
  if (claimed.length === 0) throw stateAlreadyUsed();
}

function stateAlreadyUsed(): AuthError {
  return new AuthError(400, "flow_state_already_used", "State has already been used");
}
