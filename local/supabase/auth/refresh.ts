import * as v from "valibot";
import type { Queryable } from "../database.ts";
import type { AuthContext, AuthRequest } from "./context.ts";
import { readBody } from "./context.ts";
import { AuthError } from "./errors.ts";
import { insertRefreshToken, issueTokens, type Session, type TokenResponse } from "./sessions.ts";
import { findUserById, isBanned } from "./users.ts";

const bodySchema = v.object({ refresh_token: v.nullish(v.string(), "") });

interface RefreshToken {
  token: string;
  parent: string | null;
  revoked: boolean;
  updated_at: Date;
}

/** POST /token?grant_type=refresh_token */
export async function refresh(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { refresh_token: presented } = await readBody(request, bodySchema);
  if (!presented) throw new AuthError(400, "validation_failed", "refresh_token required");
  const outcome = await ctx.sql.begin((tx) => exchange(ctx, tx, presented));
  // Thrown only here: the revocation that comes with a refusal has to be committed.
  if (outcome instanceof AuthError) throw outcome;
  return Response.json(outcome);
}

/**
 * Swaps a refresh token for a pair of new ones. The session row is locked first, so parallel
 * requests with one token take turns and all get the same successor.
 */
async function exchange(
  ctx: AuthContext,
  tx: Queryable,
  presented: string,
): Promise<TokenResponse | AuthError> {
  const [session] = await tx<Session[]>`
    select s.* from auth.sessions s
    join auth.refresh_tokens r on r.session_id = s.id
    where r.token = ${presented} for update of s`;
  const user = session && (await findUserById(tx, session.user_id));
  if (!session || !user) {
    return refused("refresh_token_not_found", "Refresh Token Not Found");
  }
  if (isBanned(user)) return refused("user_banned", "User Banned");

  const successor = await findSuccessor(ctx, tx, session, presented);
  if (successor === undefined) {
    await revokeFamily(tx, session);
    return refused("refresh_token_already_used", "Already Used");
  }
  await tx`update auth.sessions set refreshed_at = now() where id = ${session.id}`;
  return issueTokens(ctx, tx, user, session.id, successor);
}

/** The token to hand out for `presented`; undefined when it was used too long ago. */
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
    // The client never stored the answer to its last refresh: it gets that answer's token again.
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

function refused(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}
