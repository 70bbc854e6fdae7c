/** Customers whose sync failed: each is tried again by itself, later and later, and holds up nobody else. */
import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { stripeRetries } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";

/** Doubles with every failure: half an hour, an hour, …, then once a day. */
const FIRST_PAUSE_MINUTES = 15;
const LONGEST_PAUSE_MINUTES = 24 * 60;
/** Some four hours of failures: from here on an operator should look (`/readyz`, retriesStuck). */
export const STUCK_ATTEMPTS = 5;

/** Whoever is due now, those who have failed least first; so that what always fails comes last. */
export async function findDueRetries(database: Database, limit: number): Promise<string[]> {
  const rows = await database
    .select({ customerId: stripeRetries.stripeCustomerId })
    .from(stripeRetries)
    .where(lte(stripeRetries.nextAttemptAt, sql`now()`))
    .orderBy(asc(stripeRetries.attempts), asc(stripeRetries.nextAttemptAt))
    .limit(limit);
  return rows.map(({ customerId }) => customerId);
}

/** Those of `customerIds` who failed and wait for their next try, which reads all there is to know of them. */
export async function findWaiting(
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

/** Notes a failure, and when to try again. */
export async function recordFailedSync(
  database: Database,
  stripeCustomerId: string,
): Promise<void> {
  const pause = sql`make_interval(mins => least(${LONGEST_PAUSE_MINUTES}, ${FIRST_PAUSE_MINUTES} * 2 ^ ${stripeRetries.attempts})::int)`;
  await database
    .insert(stripeRetries)
    .values({
      stripeCustomerId,
      nextAttemptAt: sql`now() + make_interval(mins => ${FIRST_PAUSE_MINUTES})`,
    })
    .onConflictDoUpdate({
      target: stripeRetries.stripeCustomerId,
      set: { attempts: sql`${stripeRetries.attempts} + 1`, nextAttemptAt: sql`now() + ${pause}` },
    });
}

/** The customer was synced. */
export async function deleteRetry(database: Database, stripeCustomerId: string): Promise<void> {
  await database.delete(stripeRetries).where(eq(stripeRetries.stripeCustomerId, stripeCustomerId));
}
