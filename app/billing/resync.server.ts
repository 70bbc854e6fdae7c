import {
  type AnyColumn,
  and,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { customers, stripeEvents } from "#drizzle/schema";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { logError, logInfo } from "~/platform/log.server";
import { ENDED_STATUSES } from "./subscription";

/** Rows per run. With a run every quarter of an hour, 4,800 customers a day are re-read. */
const BATCH = 50;
/** A live subscription is re-read when nothing was heard of it for this long. */
const STALE_HOURS = 6;
/** After a date on which Stripe acts, its webhooks get this long before we ask. */
const GRACE_MINUTES = 10;
/** A checkout may be paid for a day after it was opened; then a day for the webhook. */
const CHECKOUT_HOURS = 48;
const UNPAID_CHECKOUT_HOURS = 1;
/** So many customers in a row who cannot be read mean that Stripe cannot be reached: the next run goes on. */
const FAILURES_IN_A_ROW = 3;
/** Stripe retries for 3 days, and lets people resend from its dashboard for 30. */
const LEDGER_DAYS = 30;
const LEDGER_BATCH = 5_000;

/**
 * The backstop behind the webhook: re-reads what it may have missed, and clears its old ledger. Returns how many
 * customers were due.
 */
export async function resyncSubscriptions(platform: Platform): Promise<number> {
  const database = await platform.database.get();
  const due = await findDueCustomers(database);
  if (due.length > 0) await resync(platform, database, due);
  await pruneLedger(database);
  return due.length;
}

/** The customers to re-read now: those of whom something is overdue first, then the longest unheard of. */
export async function findDueCustomers(database: Database): Promise<string[]> {
  const { stripeSubscriptionStatus, syncedAt, checkoutOpenedAt } = customers;
  const isLive = and(
    isNotNull(stripeSubscriptionStatus),
    notInArray(stripeSubscriptionStatus, [...ENDED_STATUSES]),
  );
  const isUnheard = (hours: number) =>
    or(isNull(syncedAt), lt(syncedAt, sql`now() - make_interval(hours => ${hours})`));
  const isOverdue = or(
    and(
      isLive,
      or(
        hasPassed(customers.currentPeriodEnd),
        hasPassed(customers.trialEnd),
        hasPassed(customers.cancelAt),
      ),
    ),
    and(
      gt(checkoutOpenedAt, sql`now() - make_interval(hours => ${CHECKOUT_HOURS})`),
      isUnheard(UNPAID_CHECKOUT_HOURS),
    ),
  );
  const rows = await database
    .select({ customerId: customers.stripeCustomerId })
    .from(customers)
    .where(
      and(
        isNotNull(customers.stripeCustomerId),
        or(isOverdue, and(isLive, isUnheard(STALE_HOURS))),
      ),
    )
    .orderBy(sql`coalesce(${isOverdue}, false) desc`, sql`${syncedAt} nulls first`)
    .limit(BATCH);
  return rows.flatMap(({ customerId }) => customerId ?? []);
}

/** A date on which Stripe acts has passed, and nothing was heard since. */
function hasPassed(date: AnyColumn): SQL {
  const grace = sql`make_interval(mins => ${GRACE_MINUTES})`;
  return sql`(${date} < now() - ${grace} and ${customers.syncedAt} < ${date} + ${grace})`;
}

async function resync(
  platform: Platform,
  database: Database,
  due: readonly string[],
): Promise<void> {
  const [{ createStripe }, { syncCustomer }] = await Promise.all([
    import("./stripe.server"),
    import("./sync.server"),
  ]);
  const { requestId } = platform;
  const stripe = createStripe(platform.config.stripe);
  let synced = 0;
  let failuresInARow = 0;
  for (const customerId of due) {
    try {
      const { customer } = await syncCustomer(database, stripe, customerId);
      if (customer === "unknown") logInfo("billing.unknown_customer", { requestId, customerId });
      synced += 1;
      failuresInARow = 0;
    } catch (error) {
      logError("billing.resync_failed", error, { requestId, customerId });
      failuresInARow += 1;
      if (failuresInARow === FAILURES_IN_A_ROW) break;
    }
  }
  logInfo("billing.resynced", { requestId, due: due.length, synced });
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
