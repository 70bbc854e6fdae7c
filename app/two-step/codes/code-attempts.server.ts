/**
 * Attempts at entering an authenticator code. Each code is accepted once (RFC 6238, section 5.2), and wrong codes at
 * sign-in lock the account: counted in the database, because the platform's rate limiters count per location.
 */
import { and, count, eq, gt, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { codeAttempts } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import type { Database } from "~/platform/database.server";

const MAX_WRONG_CODES = 10;
export const LOCKOUT_MIN = 15;
/** How far back wrong codes are reported to the account's owner. */
const REPORT_HOURS = 24;
/** Longer than any code is valid: GoTrue accepts a clock that is one 30-second step off. */
const CODE_TTL_S = 120;

/**
 * `used`: accepted, or its outcome is unknown, so it is not accepted again. `wrong`: counted if it was entered at
 * sign-in. `unchecked`: not checked, so the attempt is removed.
 */
export type AttemptOutcome = "used" | "wrong" | "unchecked";

export interface CodeAttempt {
  readonly id: string;
}

/**
 * Records an attempt before the auth server checks it, so that concurrent attempts count too. Returns why it may
 * not go ahead: the code was entered before, or there were too many wrong ones. Throws for an ended session.
 */
export async function startCodeAttempt(
  database: Database,
  userId: LiveUserId,
  { code, isCounted }: { readonly code: string; readonly isCounted: boolean },
): Promise<CodeAttempt | "used" | "locked"> {
  const isOwn = eq(codeAttempts.userId, userId);
  await database
    .delete(codeAttempts)
    .where(and(isOwn, lt(codeAttempts.createdAt, ago({ hours: REPORT_HOURS }))));
  await database
    .update(codeAttempts)
    .set({ code: null })
    .where(
      and(
        isOwn,
        isNotNull(codeAttempts.code),
        lt(codeAttempts.createdAt, ago({ secs: CODE_TTL_S })),
      ),
    );
  const [attempt] = await database
    .insert(codeAttempts)
    .values({ userId, code, isCounted })
    .onConflictDoNothing()
    .returning({ id: codeAttempts.id });
  if (!attempt) return "used";
  const isLocked =
    isCounted && (await countSince(database, userId, ago({ mins: LOCKOUT_MIN }))) > MAX_WRONG_CODES;
  if (!isLocked) return attempt;
  // An attempt that was not made must not extend the lockout.
  await finishCodeAttempt(database, attempt, "unchecked");
  return "locked";
}

/** Records the outcome of an attempt. */
export async function finishCodeAttempt(
  database: Database,
  { id }: CodeAttempt,
  outcome: AttemptOutcome,
): Promise<void> {
  const isAttempt = eq(codeAttempts.id, id);
  if (outcome === "unchecked") await database.delete(codeAttempts).where(isAttempt);
  else {
    const change = outcome === "wrong" ? { code: null } : { isCounted: false };
    await database.update(codeAttempts).set(change).where(isAttempt);
  }
}

/** The wrong codes entered at sign-in in the last 24 hours, to warn the owner. */
export function countWrongCodes(database: Database, userId: string): Promise<number> {
  return countSince(database, userId, ago({ hours: REPORT_HOURS }));
}

async function countSince(database: Database, userId: string | LiveUserId, since: SQL) {
  const [row] = await database
    .select({ attempts: count() })
    .from(codeAttempts)
    .where(
      and(
        eq(codeAttempts.userId, userId),
        eq(codeAttempts.isCounted, true),
        gt(codeAttempts.createdAt, since),
      ),
    );
  return row?.attempts ?? 0;
}

function ago({ hours = 0, mins = 0, secs = 0 }): SQL {
  return sql`now() - make_interval(hours => ${hours}, mins => ${mins}, secs => ${secs})`;
}
