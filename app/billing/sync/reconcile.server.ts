/**
 * Reconciliation for missed webhooks (docs/decisions/0020-reconcile-from-stripe-events.md): applies Stripe's events
 * since the last run, retries failed syncs, and sends pending contact changes. The cost of a run grows with the number
 * of events, not with the number of customers.
 */
import { and, asc, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";
import { customers, stripeEvents } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { logError, logInfo } from "~/platform/log.server";
import type { BillingContext } from "../stripe/stripe.server";
import type { StripeEvent } from "../stripe/stripe-event.server";
import {
  advanceCursor,
  findUnrecordedEvents,
  readCursor,
  readEventPages,
} from "./event-feed.server";
import type { AppliedEvent } from "./sync.server";
import {
  deleteRetry,
  findDueRetries,
  findPendingRetries,
  recordFailedSync,
} from "./sync-retries.server";
import { nextSyncVersion, type SyncVersion } from "./sync-version.server";

/** No new batch starts after this, so a run ends well before the next one starts. */
const RUN_BUDGET_MS = 240_000;
/** Each read makes two calls to Stripe; a Worker has six connections, one of which is the database. */
const BATCH_SIZE = 2;
/** At four runs an hour, 600 customers an hour; `npm run resync-customers` queues all of them. */
const RETRIES_PER_RUN = 150;
const CONTACTS_PER_RUN = 50;
/** Stripe retries deliveries for 3 days, and allows manual resends for 30. */
const LEDGER_DAYS = 30;
const LEDGER_BATCH = 5_000;

/** The result of a run, as counts. */
export interface ReconcileReport {
  /** Events that no webhook had delivered. */
  events: number;
  synced: number;
  failed: number;
  /** Customers that this Stripe account does not know. */
  unknown: number;
}

interface Run {
  readonly context: BillingContext;
  readonly requestId: string;
  readonly deadline: number;
  readonly report: ReconcileReport;
}

interface Job {
  readonly customerId: string;
  readonly events: readonly AppliedEvent[];
}

/** One run. Throws when Stripe or the database is down; a failure of one customer is logged and retried. */
export async function reconcileSubscriptions(platform: Platform): Promise<ReconcileReport> {
  const { createBillingContext } = await import("../stripe/stripe.server");
  const context = await createBillingContext(platform, "reconcile");
  const { requestId } = platform;
  const report: ReconcileReport = { events: 0, synced: 0, failed: 0, unknown: 0 };
  const run = { context, requestId, deadline: Date.now() + RUN_BUDGET_MS, report };
  const { database } = context;
  await deleteExpiredEvents(database);
  await applyMissedEvents(run);
  await syncAll(run, toJobs(await findDueRetries(database, RETRIES_PER_RUN)));
  await syncAll(run, toJobs(await leaseContactChanges(database)));
  if (report.unknown > 0) logInfo("billing.unknown_customer", { requestId, count: report.unknown });
  logInfo("billing.reconciled", { requestId, ...report });
  return report;
}

/** Applies the events since the cursor, and advances it after each completed page. */
async function applyMissedEvents(run: Run): Promise<void> {
  const { database, stripe } = run.context;
  for await (const { events, readUntil } of readEventPages(stripe, await readCursor(database))) {
    const missed = await findUnrecordedEvents(database, events);
    run.report.events += missed.length;
    const jobs = groupByCustomer(missed);
    const pendingRetries = await findPendingRetries(
      database,
      jobs.map(({ customerId }) => customerId),
    );
    const isComplete = await syncAll(
      run,
      jobs.filter(({ customerId }) => !pendingRetries.has(customerId)),
    );
    if (!isComplete) return;
    await advanceCursor(database, readUntil);
  }
}

function groupByCustomer(events: readonly StripeEvent[]): Job[] {
  const grouped = new Map<string, AppliedEvent[]>();
  for (const { customerId, ...event } of events) {
    if (customerId) grouped.set(customerId, [...(grouped.get(customerId) ?? []), event]);
  }
  return Array.from(grouped, ([customerId, applied]) => ({ customerId, events: applied }));
}

function toJobs(customerIds: readonly string[]): Job[] {
  return customerIds.map((customerId) => ({ customerId, events: [] }));
}

/** False when the deadline passed before all jobs were done. */
async function syncAll(run: Run, jobs: readonly Job[]): Promise<boolean> {
  for (let index = 0; index < jobs.length; index += BATCH_SIZE) {
    if (Date.now() > run.deadline) return false;
    await syncBatch(run, jobs.slice(index, index + BATCH_SIZE));
  }
  return true;
}

/** Reads Stripe concurrently, and writes sequentially over the one database connection. */
async function syncBatch(run: Run, jobs: readonly Job[]): Promise<void> {
  const { readStripeState, writeStripeState } = await import("./sync.server");
  const { context, report } = run;
  const { database } = context;
  const versions: SyncVersion[] = [];
  for (const { customerId } of jobs) versions.push(await nextSyncVersion(database, customerId));
  const states = await Promise.allSettled(
    versions.map((version) => readStripeState(context, version)),
  );
  for (const [index, { customerId, events }] of jobs.entries()) {
    try {
      const state = states[index];
      if (state?.status !== "fulfilled") throw state?.reason;
      const { customer } = await writeStripeState(context, state.value, events);
      if (customer === "unknown") report.unknown += 1;
      else report.synced += 1;
      await deleteRetry(database, customerId);
    } catch (error) {
      report.failed += 1;
      logError("billing.reconcile_failed", error, { requestId: run.requestId, customerId });
      await recordFailedSync(database, customerId);
    }
  }
}

/**
 * Leases the next pending contact changes for a day, and returns their customers. Those that fail are retried sooner,
 * with the failed syncs.
 */
async function leaseContactChanges(database: Database): Promise<string[]> {
  const next = database
    .select({ userId: customers.userId })
    .from(customers)
    .where(and(isNotNull(customers.stripeCustomerId), lte(customers.detailsChangedAt, sql`now()`)))
    .orderBy(asc(customers.detailsChangedAt))
    .limit(CONTACTS_PER_RUN)
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
