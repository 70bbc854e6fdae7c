/**
 * Attempts at entering an authenticator code. Each code is accepted once (RFC 6238, section 5.2), and wrong codes at
 * sign-in lock the account: counted in the database, because the platform's rate limiters count per location.
 */
import { and, eq, lt, sql } from "drizzle-orm";
import { codeAttempts } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";

const MAX_WRONG_CODES = 10;
/** Also how long attempts are kept, which is longer than any code is valid. */
export const LOCKOUT_MIN = 15;

/**
 * `used`: accepted, or its outcome is unknown, so it is not accepted again. `wrong`: counted if it was entered at
 * sign-in. `unchecked`: not checked, so the attempt is removed.
 */
export type AttemptOutcome = "used" | "wrong" | "unchecked";

/**
 * Records an attempt before the auth server checks it, so that concurrent attempts count too. Returns why it may
 * not go ahead: the code was entered before, or there were too many wrong ones. Throws for an ended session.
 */
export async function startCodeAttempt(
  database: Database,
  userId: LiveUserId,
  { code, isCounted }: { readonly code: string; readonly isCounted: boolean },
): Promise<{ readonly id: string } | "used" | "locked"> {
  const isOwn = eq(codeAttempts.userId, userId);
  const lockoutStart = sql`now() - make_interval(mins => ${LOCKOUT_MIN})`;
  await database.delete(codeAttempts).where(and(isOwn, lt(codeAttempts.createdAt, lockoutStart)));
  const [attempt] = await database
    .insert(codeAttempts)
    // Adds the row of a user who was imported without one, which other pages do on reading it.
    .values({ userId: sql`(select public.add_user_row(${userId}))`, code, isCounted })
    .onConflictDoNothing()
    .returning({ id: codeAttempts.id });
  if (!attempt) return "used";
  if (!isCounted) return attempt;
  const counted = await database.$count(codeAttempts, and(isOwn, eq(codeAttempts.isCounted, true)));
  if (counted <= MAX_WRONG_CODES) return attempt;
  // An attempt that was not made must not extend the lockout.
  await finishCodeAttempt(database, attempt, "unchecked");
  return "locked";
}

/** Records the outcome of an attempt. */
export async function finishCodeAttempt(
  database: Database,
  { id }: { readonly id: string },
  outcome: AttemptOutcome,
): Promise<void> {
  const isAttempt = eq(codeAttempts.id, id);
  if (outcome === "unchecked") await database.delete(codeAttempts).where(isAttempt);
  else {
    const change = outcome === "wrong" ? { code: null } : { isCounted: false };
    await database.update(codeAttempts).set(change).where(isAttempt);
  }
}
