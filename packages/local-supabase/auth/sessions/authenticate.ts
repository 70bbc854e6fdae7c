import * as v from "valibot";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { uuid } from "../fields.ts";
import type { AuthRequest } from "../request.ts";
import { findUserById, isBanned, type User } from "../users/users.ts";
import { findSession, type Session } from "./sessions.ts";
import { badJwt, TokenError, verifyAccessToken } from "./tokens.ts";

/** The user and session of a request. */
export interface AuthenticatedSession {
  user: User;
  session: Session;
}

/** Authenticates the bearer token. Throws when the token, user, or session is missing. */
export async function authenticate(
  ctx: AuthContext,
  request: AuthRequest,
): Promise<AuthenticatedSession> {
  const { userToken } = request.get("caller");
  // The bearer token was an API key, which has no user.
  if (userToken === undefined) throw badJwt("invalid claim: missing sub claim");
  const claims = await readClaims(ctx, userToken);
  if (!v.is(uuid, claims.sub)) throw badJwt("invalid claim: missing sub claim");
  const user = await findUserById(ctx.sql, claims.sub);
  if (!user) {
    throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  if (!v.is(uuid, claims.session_id)) {
    throw badJwt("invalid claim: session_id claim must be a UUID");
  }
  const session = await findSession(ctx.sql, claims.session_id);
  if (!session) {
    const message = "Session from session_id claim in JWT does not exist";
    throw new AuthError(403, "session_not_found", message);
  }
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  return { user, session };
}

/** Throws 403 unless the caller is the secret key. Errors of a user's token take precedence. */
export async function requireAdmin(ctx: AuthContext, request: AuthRequest): Promise<void> {
  const { role, userToken } = request.get("caller");
  if (userToken !== undefined) await authenticate(ctx, request);
  if (role !== "service_role" || userToken !== undefined) {
    throw new AuthError(403, "not_admin", "User not allowed");
  }
}

async function readClaims(ctx: AuthContext, token: string) {
  try {
    return await verifyAccessToken(ctx.key, token);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw badJwt(`invalid JWT: unable to parse or verify signature, ${error.message}`);
  }
}
