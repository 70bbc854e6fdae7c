import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { parseEmailAddress } from "../fields.ts";
import type { AuthenticationMethod } from "../oauth/flow-state.ts";
import { issueAuthCode, PKCE_PREFIX } from "../oauth/flow-state.ts";
import { errorParams, redirectTo, resolveRedirect, withFragment, withQuery } from "../redirects.ts";
import type { AuthRequest } from "../request.ts";
import { getClientInfo, parseBody } from "../request.ts";
import { startSession, type TokenResponse } from "../sessions/sessions.ts";
import { refreshProviders } from "../users/identities.ts";
import type { User } from "../users/users.ts";
import { hashCode } from "./one-time-tokens.ts";
import {
  applyVerification,
  findVerification,
  type PresentedToken,
  parseVerificationType,
} from "./verification.ts";

const FIRST_CONFIRMATION_ACCEPTED =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const bodySchema = v.object({
  type: v.nullish(v.string(), ""),
  token: v.nullish(v.string(), ""),
  token_hash: v.nullish(v.string(), ""),
  email: v.nullish(v.string(), ""),
});

/** POST /verify: exchanges an emailed code or token hash for a session. */
export async function verify(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const presented = parsePresentedToken(await parseBody(request, bodySchema));
  const device = getClientInfo(request);
  const tokens = await ctx.sql.begin(async (tx) => {
    const user = await redeem(ctx, tx, presented);
    return user && startSession(ctx, tx, user, "otp", device);
  });
  return Response.json(tokens ?? { msg: FIRST_CONFIRMATION_ACCEPTED, code: "200" });
}

/** GET /verify: the link of Supabase's default templates. Redirects to the site, also with errors. */
export async function verifyByLink(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const redirect = resolveRedirect(request, ctx.settings);
  const type = request.req.query("type") ?? "";
  if (!type) throw validationFailed("Verify requires a verification type");
  const token = request.req.query("token") ?? "";
  if (token === "") throw validationFailed("Verify requires a token or a token hash");
  const pkce = token.startsWith(PKCE_PREFIX);
  try {
    const presented = parsePresentedToken({ type, token: "", token_hash: token, email: "" });
    const target = await ctx.sql.begin(async (tx) => {
      const user = await redeem(ctx, tx, presented);
      if (!user) return firstConfirmationUrl(redirect, pkce);
      if (pkce)
        return withQuery(redirect, {
          code: await issueAuthCode(tx, user, getAuthenticationMethod(type)),
        });
      const session = await startSession(ctx, tx, user, "otp", getClientInfo(request));
      return withFragment(redirect, { ...tokenParams(session), type });
    });
    return redirectTo(target, 303);
  } catch (error) {
    const params = errorParams(error);
    return redirectTo(withFragment(pkce ? withQuery(redirect, params) : redirect, params), 303);
  }
}

/** The session as parameters of a redirect's fragment. */
export function tokenParams(session: TokenResponse): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
  };
}

/** Applies the token; undefined when an email change needs another confirmation. */
async function redeem(
  ctx: AuthContext,
  tx: Queryable,
  presented: PresentedToken,
): Promise<User | undefined> {
  const verification = await findVerification(ctx, tx, presented);
  const user = await applyVerification(ctx, tx, verification);
  return user && refreshProviders(tx, user);
}

function parsePresentedToken(body: v.InferOutput<typeof bodySchema>): PresentedToken {
  if (!body.type) throw validationFailed("Verify requires a verification type");
  const type = parseVerificationType(body.type);
  if ((body.token === "") === (body.token_hash === "")) {
    throw validationFailed("Verify requires either a token or a token hash");
  }
  if (body.token_hash) {
    if (body.email) throw validationFailed("Only the token_hash and type should be provided");
    return { type, hash: body.token_hash, email: undefined };
  }
  if (!body.email) {
    throw validationFailed("Only an email address or phone number should be provided on verify");
  }
  const email = parseEmailAddress(body.email);
  return { type, hash: hashCode(email, body.token), email };
}

function firstConfirmationUrl(redirect: string, pkce: boolean): string {
  const params = { message: FIRST_CONFIRMATION_ACCEPTED };
  return withFragment(pkce ? withQuery(redirect, params) : redirect, params);
}

const METHODS: Record<string, AuthenticationMethod> = {
  signup: "email/signup",
  invite: "invite",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change: "email_change",
};

function getAuthenticationMethod(type: string): AuthenticationMethod {
  const method = METHODS[type];
  if (!method) throw new AuthError(400, "validation_failed", "Unsupported verification type");
  return method;
}
