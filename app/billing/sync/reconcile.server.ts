/**
 * Reconciliation behind the webhook (docs/decisions/0020-reconcile-from-stripe-events.md). A run's cost grows with what
 * happened at Stripe, not with the number of customers: it reads the events since the last look, retries what failed,
 * and tells Stripe what it has not been told.
 */
import { and, asc, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { customers, stripeEvents } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { logError, logInfo } from "~/platform/log.server";
import type { BillingContext } from "../stripe/stripe.server";
import type { StripeEvent } from "../stripe/stripe-event.server";
import { findUnrecordedEvents, moveCursor, readCursor, readEventPages } from "./event-feed.server";
import type { AppliedEvent, SyncVersion } from "./sync.server";
import { deleteRetry, findDueRetries, findWaiting, recordFailedSync } from "./sync-retries.server";

/** No new work is begun after this: a run ends long before the next one starts. */
const RUN_BUDGET_MS = 240_000;
/** Two calls to Stripe each; a Worker has six connections at a time, and the database needs one. */
const READS_AT_ONCE = 2;
/** With a run every quarter of an hour, 600 customers an hour: `node ops/resync-customers.ts` queues all of them. */
const RETRIES_PER_RUN = 150;
const CONTACTS_PER_RUN = 50;
/** A change of name or address is told at once; the backstop does it where that failed. */
const CONTACT_GRACE_MINUTES = 5;
/** Stripe retries for 3 days, and lets people resend from its dashboard for 30. */
const LEDGER_DAYS = 30;
const LEDGER_BATCH = 5_000;

/** What a run did. */
export interface ReconcileReport {
  /** Events that no webhook had brought. */
  events: number;
  synced: number;
  failed: number;
  /** Customers that this Stripe account has never heard of. */
  unknown: number;
}

interface Run {
  readonly tools: BillingContext;
  readonly requestId: string;
  readonly endsAt: number;
  readonly report: ReconcileReport;
}

interface Job {
  readonly customerId: string;
  readonly events: readonly AppliedEvent[];
}

/** One run. Throws when Stripe or the database cannot be reached at all; what fails for one customer does not. */
export async function reconcileSubscriptions(platform: Platform): Promise<ReconcileReport> {
  const { createBillingContext: openBillingTools } = await import("../stripe/stripe.server");
  const tools = await openBillingTools(platform, "backstop");
  const { requestId } = platform;
  const report: ReconcileReport = { events: 0, synced: 0, failed: 0, unknown: 0 };
  const run = { tools, requestId, endsAt: Date.now() + RUN_BUDGET_MS, report };
  const { database } = tools;
  await pruneLedger(database);
  await followEvents(run);
  await syncAll(run, toJobs(await findDueRetries(database, RETRIES_PER_RUN)));
  await syncAll(run, toJobs(await leaseContactChanges(database)));
  if (report.unknown > 0) logInfo("billing.unknown_customer", { requestId, count: report.unknown });
  logInfo("billing.reconciled", { requestId, ...report });
  return report;
}

/** Applies what happened since the last look, piece by piece; each piece that is done is not looked for again. */
async function followEvents(run: Run): Promise<void> {
  const { database, stripe } = run.tools;
  for await (const { events, readUntil } of readEventPages(stripe, await readCursor(database))) {
    const unheard = await findUnrecordedEvents(database, events);
    run.report.events += unheard.length;
    const jobs = groupByCustomer(unheard);
    const waiting = await findWaiting(
      database,
      jobs.map(({ customerId }) => customerId),
    );
    const isDone = await syncAll(
      run,
      jobs.filter(({ customerId }) => !waiting.has(customerId)),
    );
    if (!isDone) return;
    await moveCursor(database, readUntil);
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

/** False when the time was up before the end. Stripe is read in parallel, the database used in turn. */
async function syncAll(run: Run, jobs: readonly Job[]): Promise<boolean> {
  for (let index = 0; index < jobs.length; index += READS_AT_ONCE) {
    if (Date.now() > run.endsAt) return false;
    await syncTogether(run, jobs.slice(index, index + READS_AT_ONCE));
  }
  return true;
}

async function syncTogether(run: Run, jobs: readonly Job[]): Promise<void> {
  const {
    readStripeState: readWithTicket,
    nextSyncVersion: takeTicket,
    writeStripeState: writeReading,
  } = await import("./sync.server");
  const { tools, report } = run;
  const tickets: SyncVersion[] = [];
  for (const { customerId } of jobs) tickets.push(await takeTicket(tools.database, customerId));
  const readings = await Promise.allSettled(tickets.map((ticket) => readWithTicket(tools, ticket)));
  for (const [index, { customerId, events }] of jobs.entries()) {
    try {
      const reading = readings[index];
      if (reading?.status !== "fulfilled") throw reading?.reason;
      const { customer } = await writeReading(tools, reading.value, events);
      if (customer === "unknown") report.unknown += 1;
      else report.synced += 1;
      await deleteRetry(tools.database, customerId);
    } catch (error) {
      report.failed += 1;
      logError("billing.reconcile_failed", error, { requestId: run.requestId, customerId });
      await recordFailedSync(tools.database, customerId);
    }
  }
}

/**
 * Takes the next customers whose change of name or address Stripe has not been told. One that fails waits for a day
 * here, and is retried sooner with the others.
 */
export async function leaseContactChanges(database: Database): Promise<string[]> {
  const next = database
    .select({ userId: customers.userId })
    .from(customers)
    .where(
      and(
        isNotNull(customers.stripeCustomerId),
        lt(
          customers.contactChangedAt,
          sql`now() - make_interval(mins => ${CONTACT_GRACE_MINUTES})`,
        ),
      ),
    )
    .orderBy(asc(customers.contactChangedAt))
    .limit(CONTACTS_PER_RUN)
    .for("update", { skipLocked: true });
  const rows = await database
    .update(customers)
    .set({ contactChangedAt: sql`now() + interval '1 day'` })
    .where(inArray(customers.userId, next))
    .returning({ customerId: customers.stripeCustomerId });
  return rows.flatMap(({ customerId }) => customerId ?? []);
}

/** Forgets events that Stripe can no longer deliver again. */
export async function pruneLedger(database: Database): Promise<void> {
  const old = database
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(lt(stripeEvents.processedAt, sql`now() - make_interval(days => ${LEDGER_DAYS})`))
    .limit(LEDGER_BATCH);
  await database.delete(stripeEvents).where(inArray(stripeEvents.id, old));
}
