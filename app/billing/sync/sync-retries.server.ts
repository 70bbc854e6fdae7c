/** Retries of failed syncs: one row per customer, with exponential backoff, so one failure does not block others. */
import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { stripeRetries } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";

/** Doubles with every failure: 15 minutes, 30 minutes, …, then once a day. */
const INITIAL_BACKOFF_MINUTES = 15;
const MAX_BACKOFF_MINUTES = 24 * 60;
/** About four hours of failures: an operator should investigate (`/readyz`, retriesStuck). */
export const STUCK_ATTEMPTS = 5;

/** Customers whose retry is due, fewest attempts first, so that permanent failures come last. */
export async function findDueRetries(database: Database, limit: number): Promise<string[]> {
  const rows = await database
    .select({ customerId: stripeRetries.stripeCustomerId })
    .from(stripeRetries)
    .where(lte(stripeRetries.nextAttemptAt, sql`now()`))
    .orderBy(asc(stripeRetries.attempts), asc(stripeRetries.nextAttemptAt))
    .limit(limit);
  return rows.map(({ customerId }) => customerId);
}

/** Those of `customerIds` with a pending retry after a failure. The retry reads their full state. */
export async function findPendingRetries(
  database: Database,
  customerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (customerIds.length === 0) return new Set();
  const rows = await database
    .select({ customerId: stripeRetries.stripeCustomerId })
    .from(stripeRetries)
    .where(
      and(inArray(stripeRetries.stripeCustomerId, [...customerIds]), gt(stripeRetries.attempts, 0)),
    );
  return new Set(rows.map(({ customerId }) => customerId));
}

/** Counts a failure and schedules the next attempt. */
export async function recordFailedSync(
  database: Database,
  stripeCustomerId: string,
): Promise<void> {
  const backoff = sql`make_interval(mins => least(${MAX_BACKOFF_MINUTES}, ${INITIAL_BACKOFF_MINUTES} * 2 ^ ${stripeRetries.attempts})::int)`;
  await database
    .insert(stripeRetries)
    .values({
      stripeCustomerId,
      nextAttemptAt: sql`now() + make_interval(mins => ${INITIAL_BACKOFF_MINUTES})`,
    })
    .onConflictDoUpdate({
      target: stripeRetries.stripeCustomerId,
      set: { attempts: sql`${stripeRetries.attempts} + 1`, nextAttemptAt: sql`now() + ${backoff}` },
    });
}

/** Removes the retry of a customer after a successful sync. */
export async function deleteRetry(database: Database, stripeCustomerId: string): Promise<void> {
  await database.delete(stripeRetries).where(eq(stripeRetries.stripeCustomerId, stripeCustomerId));
}
