/**
 * Reconciliation for missed webhooks (docs/decisions/0020-reconcile-from-stripe-events.md): applies Stripe's
 * events since the last run, retries failed syncs, and sends changed details. The cost of a run grows with
 * the number of events, not with the number of customers.
 */
import { and, asc, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";
import { customers, stripeEvents } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { logError, logInfo } from "~/platform/log.server";
import { type BillingContext, createBillingContext } from "../stripe/stripe.server";
import type { StripeEvent } from "../stripe/stripe-event.server";
import { advanceCursor, findMissedEvents, readCursor, readEvents } from "./event-feed.server";
import { syncCustomer } from "./sync.server";
import { completeSync, enqueueSyncs, type LeasedSync, leaseDueSyncs } from "./sync-queue.server";

/** No new batch starts after this, so a run ends well before the next one starts. */
const RUN_BUDGET_MS = 240_000;
/** Each sync makes two calls to Stripe at a time; a Worker has six connections, one for the database. */
const BATCH_SIZE = 2;
/** Four runs an hour sync 600 customers. To queue all of them: docs/billing.md, Troubleshooting. */
const SYNCS_PER_RUN = 150;
const DETAILS_PER_RUN = 50;
/** Stripe retries deliveries for 3 days, and allows manual resends for 30. */
const LEDGER_DAYS = 30;
const LEDGER_BATCH = 5_000;

/** Counts events that no webhook had delivered, and customers. */
type ReconcileReport = Record<"events" | "synced" | "failed", number>;

/** Events of this run that no webhook had delivered, by customer. */
type MissedEvents = ReadonlyMap<string, readonly StripeEvent[]>;

/** One run. Throws when Stripe or the database is down; a failure of one customer is logged and retried. */
export async function reconcileSubscriptions(platform: Platform): Promise<ReconcileReport> {
  const context = await createBillingContext(platform, "reconcile");
  const { database, requestId } = context;
  const deadline = Date.now() + RUN_BUDGET_MS;
  await deleteExpiredEvents(database);
  const missed = await enqueueMissedEvents(context);
  await enqueueSyncs(database, await leaseChangedDetails(database));
  const report: ReconcileReport = { events: 0, synced: 0, failed: 0 };
  for (const events of missed.values()) report.events += events.length;
  for (let done = 0; done < SYNCS_PER_RUN && Date.now() < deadline; done += BATCH_SIZE) {
    const leased = await leaseDueSyncs(database, BATCH_SIZE);
    if (leased.length === 0) break;
    const outcomes = await Promise.all(leased.map((lease) => runSync(context, lease, missed)));
    for (const outcome of outcomes) report[outcome] += 1;
  }
  logInfo("billing.reconciled", { requestId, ...report });
  return report;
}

/** Queues our customers among those of the events since the cursor, and then advances it. */
async function enqueueMissedEvents({ database, stripe }: BillingContext): Promise<MissedEvents> {
  const { events, readUntil } = await readEvents(stripe, await readCursor(database));
  const missed = new Map<string, StripeEvent[]>();
  for (const event of await findMissedEvents(database, events)) {
    const { customerId } = event;
    missed.set(customerId, [...(missed.get(customerId) ?? []), event]);
  }
  await enqueueSyncs(database, [...missed.keys()]);
  await advanceCursor(database, readUntil);
  return missed;
}

async function runSync(context: BillingContext, lease: LeasedSync, missed: MissedEvents) {
  const { database, requestId } = context;
  const { customerId } = lease;
  try {
    await syncCustomer(context, customerId, missed.get(customerId));
    await completeSync(database, lease);
    return "synced";
  } catch (error) {
    logError("billing.reconcile_failed", error, { requestId, customerId });
    return "failed";
  }
}

/** Leases the next changed names and emails for a day, and returns their customers. */
async function leaseChangedDetails(database: Database): Promise<string[]> {
  const next = database
    .select({ userId: customers.userId })
    .from(customers)
    .where(and(isNotNull(customers.stripeCustomerId), lte(customers.detailsChangedAt, sql`now()`)))
    .orderBy(asc(customers.detailsChangedAt))
    .limit(DETAILS_PER_RUN)
    .for("update", { skipLocked: true });
  const rows = await database
    .update(customers)
    .set({ detailsChangedAt: sql`now() + interval '1 day'` })
    .where(inArray(customers.userId, next))
    .returning({ customerId: customers.stripeCustomerId });
  return rows.flatMap(({ customerId }) => customerId ?? []);
}

/** Deletes a batch of recorded events that are too old for Stripe to deliver again. */
export async function deleteExpiredEvents(database: Database): Promise<void> {
  const expired = database
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(lt(stripeEvents.processedAt, sql`now() - make_interval(days => ${LEDGER_DAYS})`))
    .limit(LEDGER_BATCH);
  await database.delete(stripeEvents).where(inArray(stripeEvents.id, expired));
}
