import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { JsonObject, Queryable } from "../../database.ts";
import type { SigningKey } from "../../signing-key.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import type { User } from "../users/users.ts";

const claimsSchema = v.looseObject({
  sub: v.optional(v.string()),
  session_id: v.optional(v.string()),
  role: v.optional(v.string(), ""),
});

/** The claims of a verified access token. */
export type AccessClaims = v.InferOutput<typeof claimsSchema>;

/** An invalid signature or an expired token. */
export class TokenError extends Error {
  readonly expired: boolean;

  constructor(message: string, expired: boolean) {
    super(message);
    this.expired = expired;
  }
}

/** Verifies signature and expiry. Throws TokenError. */
export async function verifyAccessToken(key: SigningKey, token: string): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, key.publicKey, { algorithms: ["ES256"] });
    return v.parse(claimsSchema, payload);
  } catch (error) {
    const expired = error instanceof errors.JWTExpired;
    throw new TokenError(expired ? "token is expired" : "signature is invalid", expired);
  }
}

/** Signs a session's access token, with the claims of hosted Supabase. */
export async function signAccessToken(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  sessionId: string,
): Promise<{ token: string; expiresAt: number }> {
  const amr = await listAuthenticationMethods(db, sessionId);
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + ctx.settings.jwtExpirySeconds;
  const claims = await runAccessTokenHook(ctx, db, user.id, {
    iss: ctx.settings.issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: amr.some(({ method }) => method === "totp") ? "aal2" : "aal1",
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  });
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: ctx.key.kid, typ: "JWT" })
    .sign(ctx.key.privateKey);
  return { token, expiresAt };
}

const hookResponseSchema = v.object({ claims: v.record(v.string(), v.unknown()) });

/**
 * Runs the project's custom access token hook (Supabase Auth docs) in the transaction that issues the token.
 * The event omits the authentication method.
 */
async function runAccessTokenHook(
  ctx: AuthContext,
  db: Queryable,
  userId: string,
  claims: JsonObject,
): Promise<JWTPayload> {
  const hook = ctx.settings.accessTokenHook;
  if (hook === undefined) return claims;
  const event = db.json({ user_id: userId, claims });
  const [row] = await db`select ${db(hook)}(${event}) as response`;
  return v.parse(hookResponseSchema, row?.response).claims;
}

/** The session's authentication methods with their times in epoch seconds, newest first. */
function listAuthenticationMethods(
  db: Queryable,
  sessionId: string,
): Promise<{ method: string; timestamp: number }[]> {
  return db<{ method: string; timestamp: number }[]>`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
}

/** GoTrue's 403 for an invalid bearer token. */
export function badJwt(detail: string): AuthError {
  return new AuthError(403, "bad_jwt", detail);
}
