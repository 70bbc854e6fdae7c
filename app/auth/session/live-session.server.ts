/** A verified token proves that a session existed; the database knows whether it still does. */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Session } from "./request-auth.server";

/** Identifies a session in the database. */
export type SessionRef = Pick<Session, "userId" | "sessionId">;

/**
 * SQL for a user id that fails unless the session is live. What reads or writes takes it instead of a string.
 */
export type LiveUserId = SQL<"live user id">;

/**
 * The session's user id as SQL. The statement fails without effect if the session has ended or the user is
 * banned or deleted (`rethrowSessionEnded`). A subquery, so that Postgres evaluates it once per statement.
 *
 * @example
 * database.update(users).set({ name }).where(eq(users.id, requireLiveSession(session)))
 */
export function requireLiveSession({ userId, sessionId }: SessionRef): LiveUserId {
  return sql`(select public.require_live_session(${userId}, ${sessionId}))`;
}

/** Ends all other sessions of the user, with their refresh tokens; returns how many. */
export async function endOtherSessions(
  database: Pick<Database, "execute">,
  session: SessionRef,
): Promise<number> {
  const { rows } = await database.execute<{ ended: number }>(
    sql`select public.sign_out_other_devices(${requireLiveSession(session)}, ${session.sessionId}) as ended`,
  );
  return rows[0]?.ended ?? 0;
}
