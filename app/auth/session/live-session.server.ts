/** A verified token says that there was a session. Whether there still is one, only the database can tell. */
import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import type { Session } from "./request-auth.server";

/** What identifies a session in the database. */
export type SessionRef = Pick<Session, "userId" | "sessionId">;

/** A user id that Postgres yields only for a live session. Functions that write take this instead of a string. */
export type LiveUserId = SQL<"live user id">;

/**
 * The session's user id as part of a statement. The statement fails, and does nothing, when the session has ended or the
 * user is banned or deleted (`rethrowSessionEnded`). A subquery, so that Postgres evaluates it once per statement.
 *
 * @example
 * database.update(users).set({ name }).where(eq(users.id, requireLiveSession(session)))
 */
export function requireLiveSession({ userId, sessionId }: SessionRef): LiveUserId {
  return sql`(select public.require_live_session(${userId}, ${sessionId}))`;
}

const countSchema = v.tuple([v.object({ ended: v.number() })]);

/** Ends all sessions of the user but this one, and answers how many; their refresh tokens go with them. */
export async function endOtherSessions(database: Database, session: SessionRef): Promise<number> {
  const { rows } = await database.execute(sql`
    select public.sign_out_other_devices(${requireLiveSession(session)}, ${session.sessionId}) as ended`);
  const [{ ended }] = v.parse(countSchema, rows);
  return ended;
}
