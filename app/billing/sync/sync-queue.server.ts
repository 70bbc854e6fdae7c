/**
 * Customers to sync: what reconciliation found, and what failed. One row each, so one failure blocks no
 * others.
 */
import { and, asc, eq, lte, sql } from "drizzle-orm";
import { stripeSyncQueue } from "#drizzle/schema";
import { backoff, RETRY_POLICIES } from "~/platform/backoff.server";
import type { Database } from "~/platform/database.server";

/** A customer that this run syncs. `nextAttemptAt` identifies the lease. */
export type LeasedSync = Awaited<ReturnType<typeof leaseDueSyncs>>[number];

/** Truncated: rounded up, the row would be due a millisecond from now. */
const DUE_NOW = sql`date_trunc('milliseconds', now())`;
/** Changes the row without bringing the next attempt forward: a sync that is running no longer deletes it. */
const BUMPED = sql`${stripeSyncQueue.nextAttemptAt} + interval '1 millisecond'`;

/** Queues a sync of each customer. One that is being retried keeps its backoff. */
export async function enqueueSyncs(database: Database, customerIds: readonly string[]) {
  if (customerIds.length === 0) return;
  await database
    .insert(stripeSyncQueue)
    .values(
      customerIds.map((stripeCustomerId) => ({
        stripeCustomerId,
        nextAttemptAt: DUE_NOW,
      })),
    )
    .onConflictDoUpdate({
      target: stripeSyncQueue.stripeCustomerId,
      set: { nextAttemptAt: BUMPED },
    });
}

/**
 * Leases due customers, fewest attempts first. The lease is also the backoff: a failed attempt writes nothing
 * else.
 */
export function leaseDueSyncs(database: Database, limit: number) {
  const due = database.$with("due").as(
    database
      .select({ customerId: sql<string>`${stripeSyncQueue.stripeCustomerId}`.as("customer_id") })
      .from(stripeSyncQueue)
      .where(lte(stripeSyncQueue.nextAttemptAt, sql`now()`))
      .orderBy(asc(stripeSyncQueue.attempts), asc(stripeSyncQueue.nextAttemptAt))
      .limit(limit)
      .for("update", { skipLocked: true }),
  );
  const delay = backoff(RETRY_POLICIES.stripeSync, sql`${stripeSyncQueue.attempts}`);
  return database
    .with(due)
    .update(stripeSyncQueue)
    .set({
      attempts: sql`${stripeSyncQueue.attempts} + 1`,
      nextAttemptAt: sql`now() + ${delay}`,
    })
    .from(due)
    .where(eq(stripeSyncQueue.stripeCustomerId, due.customerId))
    .returning({
      customerId: stripeSyncQueue.stripeCustomerId,
      nextAttemptAt: stripeSyncQueue.nextAttemptAt,
    });
}

/** Removes a synced customer, unless it was queued again in the meantime. */
export async function completeSync(database: Database, lease: LeasedSync): Promise<void> {
  await database
    .delete(stripeSyncQueue)
    .where(
      and(
        eq(stripeSyncQueue.stripeCustomerId, lease.customerId),
        eq(stripeSyncQueue.nextAttemptAt, lease.nextAttemptAt),
      ),
    );
}
