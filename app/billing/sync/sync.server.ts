/**
 * Single entry point for syncing a subscription from Stripe to `customers`, for webhook, success page,
 * checkout and cron. Event snapshots are not trusted: take a version (a fencing token), read Stripe, then
 * write only over an older version (docs/decisions/0004-subscription-sync.md).
 */
import { and, eq, exists, isNull, lt, not, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { customers, type StatusDetail, stripeEvents } from "#drizzle/schema";
import { logError, logInfo } from "~/platform/log.server";
import type { PlanCatalog } from "../plan/plan-catalog";
import type { BillingContext } from "../stripe/stripe.server";
import type { StripeEvent } from "../stripe/stripe-event.server";
import {
  getFirstTrialStart,
  pickSubscription,
  readStripeCustomer,
  type StripeCustomer,
  toSubscription,
} from "./stripe-customer.server";
import {
  readAmountDue,
  readCharge,
  readPayment,
  readStatusDetail,
  type StoredCharge,
} from "./stripe-payment.server";
import { nextSyncVersion, type SyncVersion } from "./sync-version.server";

export type AppliedEvent = Pick<StripeEvent, "id" | "type" | "created">;

/** The customer's state at Stripe. */
interface StripeState {
  readonly customer: StripeCustomer;
  /** The one that determines access. */
  readonly subscription: Stripe.Subscription | undefined;
  /** What was paid for its latest invoice. */
  readonly charge: StoredCharge | null;
}

export interface SyncResult extends StripeState {
  /**
   * "duplicate": every event was applied before. "unowned": the customer belongs to no user of this product.
   */
  readonly outcome: "applied" | "duplicate" | "unowned";
}

/** The state, read at a version. */
interface VersionedState extends StripeState {
  readonly version: SyncVersion;
  readonly card: string | null;
  readonly statusDetail: StatusDetail | null;
  readonly amountDue: string | null;
  readonly areDetailsUpdated: boolean;
}

/**
 * Brings one customer's row up to date, and records `events` as applied in the same statement. Writes nothing
 * for a customer without a user here. `customer` is an id, or a version that another statement has just
 * taken.
 */
export async function syncCustomer(
  context: BillingContext,
  customer: string | SyncVersion,
  events: readonly AppliedEvent[] = [],
): Promise<SyncResult> {
  const version =
    typeof customer === "string" ? await nextSyncVersion(context.database, customer) : customer;
  const read = await readStripeCustomer(context.stripe, version.customerId);
  return applyCustomer(context, version, read, events);
}

/** Receipts are sent there. True on success; a failure is logged, and reconciliation retries it. */
async function updateStripeDetails(
  { stripe, requestId }: Pick<BillingContext, "stripe" | "requestId">,
  { customerId, email, name }: SyncVersion,
): Promise<boolean> {
  try {
    await stripe.customers.update(customerId, { ...(email ? { email } : {}), name: name ?? "" });
    return true;
  } catch (error) {
    logError("billing.customer_update_failed", error, { requestId, customerId });
    return false;
  }
}

/**
 * The second half of a sync: writes a customer read at `version`, unless a newer version was written
 * meanwhile.
 */
export async function applyCustomer(
  context: BillingContext,
  version: SyncVersion,
  customer: StripeCustomer,
  events: readonly AppliedEvent[] = [],
): Promise<SyncResult> {
  const { requestId } = context;
  const { customerId } = version;
  const state = await completeState(context, version, customer);
  const unowned = { ...state, outcome: "unowned" } as const;
  // An unknown customer says nothing about the row: most likely the key of another account is configured.
  if (customer.state === "unknown") {
    logInfo("billing.unknown_customer", { requestId, customerId });
    return unowned;
  }
  const outcome = await writeRow(context, state, events);
  if (outcome) return { ...state, outcome };
  const linkedId = await linkCustomer(context, state);
  if (linkedId === null) return unowned;
  if (linkedId === customerId) {
    return { ...state, outcome: (await writeRow(context, state, events)) ?? "unowned" };
  }
  // The user is linked to another customer. This one may replace it only if that one was deleted at Stripe.
  if ((await syncCustomer(context, linkedId)).customer.state === "deleted") {
    return syncCustomer(context, customerId, events);
  }
  logInfo("billing.second_customer", { requestId, customerId, linkedCustomerId: linkedId });
  return unowned;
}

/** Reads the rest of the state, and sends changed details to Stripe at the same time. */
async function completeState(
  context: BillingContext,
  version: SyncVersion,
  customer: StripeCustomer,
): Promise<VersionedState> {
  const { stripe, catalog } = context;
  const { customerId, lastCharge, detailsChangedAt } = version;
  const subscription = pickSubscription(customer.subscriptions, catalog);
  const payment = readPayment(customer, subscription);
  const areDetailsStale = detailsChangedAt !== null && customer.state === "present";
  const [charge, statusDetail, amountDue, areDetailsUpdated] = await Promise.all([
    readCharge(stripe, payment, lastCharge),
    readStatusDetail(stripe, subscription),
    readAmountDue(stripe, customerId, subscription),
    areDetailsStale && updateStripeDetails(context, version),
  ]);
  const read = { charge, card: payment.card, statusDetail, amountDue };
  return { version, customer, subscription, ...read, areDetailsUpdated };
}

/**
 * Locks the customer's row, records the events, and writes the row: one statement, so all of it or nothing.
 * The order is that of the data: `recorded` selects from `owner`, and the updates from `applied`. Undefined
 * without a row.
 */
async function writeRow(
  { database, catalog }: BillingContext,
  state: VersionedState,
  events: readonly AppliedEvent[],
): Promise<"applied" | "duplicate" | undefined> {
  const { customerId, token } = state.version;
  const trialStart = sql.param(getFirstTrialStart(state.customer, catalog), customers.trialUsedAt);
  const trialUsedAt = sql`coalesce(${customers.trialUsedAt}, ${trialStart})`;
  // Conditions belong here: after waiting for the lock, this select returns the latest row, while the updates
  // would test their conditions on the snapshot from before the wait.
  const owner = database.$with("owner").as(
    database
      .select({
        userId: customers.userId,
        isNewest: sql<boolean>`${customers.syncVersion} < ${token}`.as("is_newest"),
      })
      .from(customers)
      .where(eq(customers.stripeCustomerId, customerId))
      .for("update"),
  );
  const recorded = database.$with("recorded", { id: stripeEvents.id }).as(sql`
    insert into stripe_events (id, type, stripe_customer_id, created_at)
    select event.id, event.type, ${customerId}, to_timestamp(event.created)
    from ${owner}, jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as event (id text, type text, created bigint)
    on conflict do nothing returning id`);
  const isNewEvent = events.length > 0 ? exists(database.select().from(recorded)) : undefined;
  const applied = database.$with("applied").as(database.select().from(owner).where(isNewEvent));
  const isAppliedRow = eq(customers.userId, applied.userId);
  const written = database.$with("written").as(
    database
      .update(customers)
      .set({ ...toColumns(state, catalog), trialUsedAt, syncedAt: new Date() })
      .from(applied)
      .where(and(isAppliedRow, applied.isNewest))
      .returning({ userId: customers.userId }),
  );
  // A newer version may no longer see the trial because the customer was deleted.
  const trialKept = database.$with("trial_kept").as(
    database
      .update(customers)
      .set({ trialUsedAt })
      .from(applied)
      .where(and(isAppliedRow, not(applied.isNewest)))
      .returning({ userId: customers.userId }),
  );
  const [row] = await database
    .with(owner, recorded, applied, written, trialKept)
    .select({ isApplied: sql<boolean>`${exists(database.select().from(applied))}` })
    .from(owner);
  return row && (row.isApplied ? "applied" : "duplicate");
}

/** What a newer version writes into the row, besides the trial. */
function toColumns(
  { version, customer, subscription, areDetailsUpdated, ...state }: VersionedState,
  catalog: PlanCatalog,
) {
  const sentAt = sql.param(version.detailsChangedAt, customers.detailsChangedAt);
  const plan =
    customer.state === "deleted"
      ? ENDED_PLAN
      : {
          stripeSubscriptionId: subscription?.id ?? null,
          ...toSubscription(customer, subscription, catalog),
          cardText: state.card,
          statusDetail: state.statusDetail,
          amountDueText: state.amountDue,
          lastCharge: state.charge,
        };
  return {
    ...plan,
    syncVersion: version.token,
    // Details that changed in the meantime are still pending.
    ...(areDetailsUpdated && {
      detailsChangedAt: sql`nullif(${customers.detailsChangedAt}, ${sentAt})`,
    }),
  };
}

/** The row of a customer who was deleted at Stripe, which ends all subscriptions. */
const ENDED_PLAN = {
  stripeCustomerId: null,
  stripeSubscriptionStatus: sql`case when ${customers.stripeSubscriptionStatus} is not null then 'canceled' end`,
  stripeNextPriceId: null,
  cardText: null,
  statusDetail: null,
  amountDueText: null,
  cancelAt: null,
};

/**
 * Links a customer to the user in its metadata, unless the row was unlinked after this version. Returns the
 * customer that the user is linked to now; null without one. Separate from `writeRow`: no statement can lock
 * a row that it inserts.
 */
async function linkCustomer(
  { database }: BillingContext,
  { version: { customerId, token }, customer: { userId } }: VersionedState,
): Promise<string | null> {
  if (userId === undefined) return null;
  await database.execute(sql`
    insert into customers (user_id) select id from users where id = ${userId} on conflict do nothing`);
  const isLinkable = and(isNull(customers.stripeCustomerId), lt(customers.syncVersion, token));
  // A `where` would not return a row that links another customer.
  const stripeCustomerId = sql<
    string | null
  >`case when ${isLinkable} then ${customerId} else ${customers.stripeCustomerId} end`;
  const [row] = await database
    .update(customers)
    .set({ stripeCustomerId })
    .where(eq(customers.userId, userId))
    .returning({ linkedId: customers.stripeCustomerId });
  return row?.linkedId ?? null;
}
