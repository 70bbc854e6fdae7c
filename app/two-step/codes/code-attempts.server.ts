/**
 * How often a code may be tried for an account. The platform's limiters count per location, so a guesser
 * who comes from many of them is counted here, in the database.
 */
import { and, count, eq, gt, lt, sql } from "drizzle-orm";
import { codeTries } from "#drizzle/schema";
import type { LiveUserId } from "~/auth/session/live-session.server";
import type { AppError } from "~/forms/app-error";
import type { Database } from "~/platform/database.server";

/** So many wrong codes stop an account's tries until the oldest of them is out of the window. */
const MAX_WRONG = 10;
const WINDOW_MIN = 15;
/** How far back the owner is told of wrong codes. */
const TOLD_HOURS = 24;

const TOO_MANY: AppError = {
  status: 429,
  code: "auth/too-many-codes",
  message: "Too many wrong codes were entered for this account. Please try again in 15 minutes.",
  retryAfterS: WINDOW_MIN * 60,
};

/** A try that has begun: forget it when the code was right. */
export interface CodeAttempt {
  forget(): Promise<void>;
}

/** Counts a try before it is made, so that many at once are counted too; the refusal when it is one too many. */
export async function startCodeAttempt(
  database: Database,
  userId: LiveUserId,
): Promise<
  | { readonly ok: true; readonly attempt: CodeAttempt }
  | { readonly ok: false; readonly refusal: AppError }
> {
  await database
    .delete(codeTries)
    .where(
      and(
        eq(codeTries.userId, userId),
        lt(codeTries.triedAt, sql`now() - make_interval(hours => ${TOLD_HOURS})`),
      ),
    );
  const [begun] = await database
    .insert(codeTries)
    .values({ userId })
    .returning({ id: codeTries.id });
  const recent = sql`now() - make_interval(mins => ${WINDOW_MIN})`;
  const tries = await countTries(database, userId, recent);
  const forget = async () => {
    if (begun) await database.delete(codeTries).where(eq(codeTries.id, begun.id));
  };
  if (tries <= MAX_WRONG) return { ok: true, attempt: { forget } };
  // A try that was not made is no guess: the wait must end for whoever keeps asking.
  await forget();
  return { ok: false, refusal: TOO_MANY };
}

/** The wrong codes of the last day, for the owner to know of. */
export function countFailedAttempts(database: Database, userId: string): Promise<number> {
  return countTries(database, userId, sql`now() - make_interval(hours => ${TOLD_HOURS})`);
}

async function countTries(
  database: Database,
  userId: string | LiveUserId,
  since: ReturnType<typeof sql>,
): Promise<number> {
  const [row] = await database
    .select({ tries: count() })
    .from(codeTries)
    .where(and(eq(codeTries.userId, userId), gt(codeTries.triedAt, since)));
  return row?.tries ?? 0;
}
