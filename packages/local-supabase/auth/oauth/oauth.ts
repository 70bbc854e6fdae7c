import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { uuid } from "../fields.ts";
import { tokenParams } from "../links/verify.ts";
import { errorParams, redirectTo, withFragment, withQuery } from "../redirects.ts";
import { type AuthRequest, type ClientInfo, getClientInfo } from "../request.ts";
import { startSession } from "../sessions/sessions.ts";
import { isBanned } from "../users/users.ts";
import { linkOrCreateAccount } from "./account-linking.ts";
import {
  deleteFlowState,
  type FlowState,
  findFlowStateById,
  insertFlowState,
  isFlowExpired,
  parseFlow,
} from "./flow-state.ts";
import {
  authorizationUrl,
  exchangeProviderCode,
  type ProviderProfile,
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
  try {
    return redirectTo(await completeSignIn(ctx, request, flow, back), 302);
  } catch (error) {
    const params = error instanceof ProviderError ? error.params : errorParams(error);
    return redirectTo(withFragment(withQuery(back, params), params), 302);
  }
}

/** An error from the provider, e.g. when the user declines; passed to the site unchanged. */
class ProviderError extends Error {
  readonly params: Record<string, string>;

  constructor(error: string, description: string) {
    super(description);
    this.params = { error, error_description: description };
  }
}

async function loadFlow(ctx: AuthContext, state: string | undefined): Promise<FlowState> {
  if (!state) {
    throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  }
  const flow = await findFlowStateById(ctx.sql, state);
  if (!flow) {
    const message = v.is(uuid, state)
      ? "OAuth state not found or expired"
      : "OAuth state parameter is invalid";
    throw new AuthError(400, "bad_oauth_state", message);
  }
  if (isFlowExpired(flow)) throw new AuthError(400, "bad_oauth_state", "OAuth state has expired");
  if (flow.user_id) throw stateAlreadyUsed();
  return flow;
}

async function completeSignIn(
  ctx: AuthContext,
  request: AuthRequest,
  flow: FlowState,
  back: string,
): Promise<string> {
  const error = request.req.query("error");
  if (error) throw new ProviderError(error, request.req.query("error_description") ?? "");
  const code = request.req.query("code");
  if (!code) {
    const message = "OAuth callback with missing authorization code missing";
    throw new AuthError(400, "bad_oauth_callback", message);
  }
  const provider = parseProviderName(flow.provider_type, ctx.settings);
  const { profile, tokens } = await exchangeProviderCode(ctx.settings, provider, code);
  const device = getClientInfo(request);
  return ctx.sql.begin((tx) => signIn(ctx, tx, { flow, profile, tokens, back, device }));
}

interface SignIn {
  flow: FlowState;
  profile: ProviderProfile;
  tokens: ProviderTokens;
  back: string;
  device: ClientInfo;
}

/** Finds or creates the account; returns the redirect URL with a code (PKCE) or tokens. */
async function signIn(ctx: AuthContext, tx: Queryable, signing: SignIn): Promise<string> {
  const { flow, profile, tokens, back } = signing;
  const { user, action } = await linkOrCreateAccount(tx, flow.provider_type, profile);
  await writeAudit(tx, user, action, { provider: flow.provider_type });
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  if (flow.auth_code) {
    const claimed = await tx`
      update auth.flow_state set user_id = ${user.id}, auth_code_issued_at = now(),
        provider_access_token = ${tokens.accessToken},
        provider_refresh_token = ${tokens.refreshToken}, updated_at = now()
      where id = ${flow.id} and user_id is null returning id`;
    if (claimed.length === 0) throw stateAlreadyUsed();
    return withQuery(back, { code: flow.auth_code });
  }
  if (!(await deleteFlowState(tx, flow.id))) throw stateAlreadyUsed();
  const session = await startSession(ctx, tx, user, "oauth", signing.device);
  const params = { ...tokenParams(session), provider_token: tokens.accessToken };
  if (tokens.refreshToken === null) return withFragment(back, params);
  return withFragment(back, { ...params, provider_refresh_token: tokens.refreshToken });
}

function stateAlreadyUsed(): AuthError {
  return new AuthError(400, "flow_state_already_used", "State has already been used");
}
