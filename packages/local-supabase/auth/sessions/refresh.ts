import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import type { AuthSettings } from "../../config/options.ts";
import type { Queryable } from "../../database.ts";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, validationFailed } from "../errors.ts";
import type { AuthRequest, ClientInfo } from "../request.ts";
import { getClientInfo, parseBody } from "../request.ts";
import { findUserById, isBanned, type User } from "../users/users.ts";
import { insertRefreshToken, issueTokens, type Session, type TokenResponse } from "./sessions.ts";

const bodySchema = v.object({ refresh_token: v.nullish(v.string(), "") });

/** The format issued here; GoTrue also has a longer, signed one. */
const TOKEN_FORMAT = /^[a-z0-9]{12}$/;
const RETRY_INTERVAL_MS = 20;

interface RefreshToken {
  token: string;
  parent: string | null;
  revoked: boolean;
  updated_at: Date;
}

/** POST /token?grant_type=refresh_token */
export async function refresh(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { refresh_token: presented } = await parseBody(request, bodySchema);
  if (!TOKEN_FORMAT.test(presented)) throw validationFailed("Refresh token is not valid");
  return Response.json(await refreshWithLock(ctx, presented, getClientInfo(request)));
}

/**
 * Serializes refreshes of one session with a row lock. As in GoTrue, retries for a few seconds when locked,
 * then throws 409.
 */
async function refreshWithLock(
  ctx: AuthContext,
  presented: string,
  device: ClientInfo,
): Promise<TokenResponse> {
  const deadline = Date.now() + ctx.settings.refreshLockTimeoutSeconds * 1000;
  for (;;) {
    const { session, user } = await findTokenOwner(ctx, presented);
    const outcome = await ctx.sql.begin(async (tx) => {
      const [locked] = await tx<Session[]>`
        select * from auth.sessions where id = ${session.id} for update skip locked`;
      return locked && rotateTokens(ctx, tx, { presented, session: locked, user, device });
    });
    // Returned, not thrown, by the transaction, so that the revocation is committed.
    if (outcome instanceof AuthError) throw outcome;
    if (outcome) return outcome;
    if (Date.now() > deadline) {
      const message =
        "Too many concurrent token refresh requests on the same session or refresh token";
      throw new AuthError(409, "conflict", message);
    }
    await wait(RETRY_INTERVAL_MS);
  }
}

/** The session and user of a token. Throws when they do not exist or the session has expired. */
async function findTokenOwner(ctx: AuthContext, presented: string) {
  const [session] = await ctx.sql<Session[]>`
    select s.*, s.refreshed_at at time zone 'utc' as refreshed_at from auth.sessions s
    join auth.refresh_tokens r on r.session_id = s.id
    where r.token = ${presented}`;
  const user = session && (await findUserById(ctx.sql, session.user_id));
  if (!session || !user)
    throw invalidRefreshToken("refresh_token_not_found", "Refresh Token Not Found");
  if (isBanned(user)) throw invalidRefreshToken("user_banned", "User Banned");
  const expiry = getExpiryReason(session, ctx.settings);
  if (expiry) throw invalidRefreshToken("session_expired", expiry);
  return { session, user };
}

function getExpiryReason(session: Session, settings: AuthSettings): string | undefined {
  const secondsSince = (date: Date) => (Date.now() - date.getTime()) / 1000;
  const { created_at: startedAt, refreshed_at: refreshedAt, not_after: end } = session;
  if (end && secondsSince(end) > 0) return "Session Expired";
  if (secondsSince(startedAt) > settings.sessionTimeboxSeconds) return "Session Expired";
  const isIdle = secondsSince(refreshedAt ?? startedAt) > settings.sessionInactivitySeconds;
  return isIdle ? "Session Expired (Inactivity)" : undefined;
}

interface RefreshRequest {
  presented: string;
  session: Session;
  user: User;
  device: ClientInfo;
}

/** Exchanges a refresh token for new tokens, in a locked session. */
async function rotateTokens(
  ctx: AuthContext,
  tx: Queryable,
  { presented, session, user, device }: RefreshRequest,
): Promise<TokenResponse | AuthError> {
  const successor = await findSuccessor(ctx, tx, session, presented);
  if (successor === undefined) {
    await revokeFamily(tx, session);
    return invalidRefreshToken("refresh_token_already_used", "Already Used");
  }
  await writeAudit(tx, user, "token_refreshed");
  await tx`
    update auth.sessions set refreshed_at = now() at time zone 'utc',
      user_agent = ${device.userAgent}, ip = ${device.address}, updated_at = now()
    where id = ${session.id}`;
  return issueTokens(ctx, tx, user, session.id, successor);
}

/** The new refresh token for `presented`; undefined when it was used before the reuse interval. */
async function findSuccessor(
  ctx: AuthContext,
  tx: Queryable,
  session: Session,
  presented: string,
): Promise<string | undefined> {
  const [token] = await tx<RefreshToken[]>`
    select * from auth.refresh_tokens where token = ${presented}`;
  if (token?.revoked) {
    const [active] = await tx<RefreshToken[]>`
      select * from auth.refresh_tokens
      where session_id = ${session.id} and not revoked order by id desc limit 1`;
    // The client lost the response to its last refresh, so it gets the same token again.
    if (active?.parent === presented) return active.token;
    const reusableUntil = token.updated_at.getTime() + ctx.settings.refreshReuseSeconds * 1000;
    if (Date.now() > reusableUntil) return undefined;
  }
  await tx`
    update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${presented}`;
  return insertRefreshToken(tx, session, presented);
}

async function revokeFamily(tx: Queryable, session: Session): Promise<void> {
  await tx`
    update auth.refresh_tokens set revoked = true, updated_at = now()
    where session_id = ${session.id} and not revoked`;
}

function invalidRefreshToken(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}
