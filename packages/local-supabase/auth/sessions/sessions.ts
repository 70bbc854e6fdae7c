import { randomInt } from "node:crypto";
import type { Queryable } from "../../database.ts";
import type { AuthContext } from "../context.ts";
import type { AuthenticationMethod } from "../oauth/flow-state.ts";
import type { ClientInfo } from "../request.ts";
import { loadUserJson, type UserJson } from "../users/user-json.ts";
import { expectSingleRow, type User, updateUser } from "../users/users.ts";
import { signAccessToken } from "./tokens.ts";

/** A row of auth.sessions. */
export interface Session {
  id: string;
  user_id: string;
  aal: "aal1" | "aal2" | "aal3";
  factor_id: string | null;
  created_at: Date;
  /** Time of the last refresh; null before the first. */
  refreshed_at: Date | null;
  /** Ends the session; null if it has no end. */
  not_after: Date | null;
}

/** The response of every sign-in. */
export interface TokenResponse {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserJson;
}

/** Starts a session for `user` and issues its tokens. */
export async function startSession(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  method: AuthenticationMethod,
  device: ClientInfo,
): Promise<TokenResponse> {
  const rows = await db<Session[]>`
    insert into auth.sessions (user_id, user_agent, ip)
    values (${user.id}, ${device.userAgent}, ${device.address}) returning *`;
  const session = expectSingleRow(rows);
  await recordAuthentication(db, session.id, method);
  const signedIn = await updateUser(db, user.id, { last_sign_in_at: new Date() });
  const refreshToken = await insertRefreshToken(db, session, null);
  return issueTokens(ctx, db, signedIn, session.id, refreshToken);
}

/** Signs an access token for the session and pairs it with `refreshToken`. */
export async function issueTokens(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  sessionId: string,
  refreshToken: string,
): Promise<TokenResponse> {
  const { token, expiresAt } = await signAccessToken(ctx, db, user, sessionId);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: ctx.settings.jwtExpirySeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await loadUserJson(db, user),
  };
}

/** Adds `method` to the session's `amr`, or updates its time. */
export async function recordAuthentication(
  db: Queryable,
  sessionId: string,
  method: AuthenticationMethod,
): Promise<void> {
  await db`
    insert into auth.mfa_amr_claims (session_id, authentication_method)
    values (${sessionId}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
}

const TOKEN_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const TOKEN_LENGTH = 12;

/** Creates a refresh token for the session; `parent` is the token it replaces. */
export async function insertRefreshToken(
  db: Queryable,
  session: Pick<Session, "id" | "user_id">,
  parent: string | null,
): Promise<string> {
  const token = Array.from(
    { length: TOKEN_LENGTH },
    () => TOKEN_ALPHABET[randomInt(TOKEN_ALPHABET.length)],
  ).join("");
  await db`
    insert into auth.refresh_tokens (token, user_id, session_id, parent)
    values (${token}, ${session.user_id}, ${session.id}, ${parent})`;
  return token;
}

/** Replaces and revokes the session's active refresh token. */
export async function rotateRefreshToken(db: Queryable, session: Session): Promise<string> {
  const [active] = await db<{ token: string }[]>`
    update auth.refresh_tokens set revoked = true, updated_at = now()
    where id = (
      select id from auth.refresh_tokens
      where session_id = ${session.id} and not revoked order by id desc limit 1
    ) returning token`;
  return insertRefreshToken(db, session, active?.token ?? null);
}

export async function findSession(db: Queryable, id: string): Promise<Session | undefined> {
  const [session] = await db<Session[]>`select * from auth.sessions where id = ${id}`;
  return session;
}

export async function endSession(db: Queryable, sessionId: string): Promise<void> {
  await db`delete from auth.sessions where id = ${sessionId}`;
}

export async function endAllSessions(db: Queryable, userId: string): Promise<void> {
  await db`delete from auth.sessions where user_id = ${userId}`;
}

export async function endOtherSessions(
  db: Queryable,
  userId: string,
  currentSessionId: string,
): Promise<void> {
  await db`delete from auth.sessions where user_id = ${userId} and id <> ${currentSessionId}`;
}
