/**
 * Single entry point for syncing a subscription from Stripe to `customers`, for webhook, success page, checkout and
 * cron. Event snapshots are not trusted: take a version (a fencing token), read Stripe, then write only over an older
 * version (docs/decisions/0004-subscription-sync.md).
 */
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import * as v from "valibot";
import { customers, stripeEvents } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import { logInfo } from "~/platform/log.server";
import { dateFromSeconds } from "../billing-date";
import type { PlanPrices } from "../plan/subscription";
import type { BillingContext } from "../stripe/stripe.server";
import {
  findPlanItem,
  findScheduledPrice,
  getFirstTrialStart,
  getLiveSubscriptions,
  pickSubscription,
  readStripeCustomer,
  type StripeCustomer,
} from "../stripe/stripe-customer.server";
import { getProductId } from "../stripe/stripe-objects";
import { lockCustomerRow, type Transaction } from "./customers.server";
import {
  type ContactChange,
  clearContactChange,
  updateStripeContact,
} from "./stripe-contact.server";

export interface AppliedEvent {
  readonly id: string;
  readonly type: string;
  /** Epoch seconds. */
  readonly created: number;
}

export interface SyncResult {
  /** "duplicate": every event was applied before. "unowned": the customer belongs to no user of this product. */
  readonly outcome: "applied" | "duplicate" | "unowned";
  /** True when the customer has a subscription that has not ended. */
  readonly hasLiveSubscription: boolean;
  /** True when any of the customer's subscriptions, ended ones included, began with a free trial. */
  readonly hasHadTrial: boolean;
  /** The customer's state at Stripe. */
  readonly customer: StripeCustomer["state"];
}

/** A fencing token, taken before Stripe is read. */
export interface SyncVersion {
  readonly customerId: string;
  readonly number: number;
  /** A change of name or email to send to Stripe; undefined when Stripe is up to date. */
  readonly contact: ContactChange | undefined;
}

/** The customer's state at Stripe, read at a version. */
export interface StripeState {
  readonly version: SyncVersion;
  readonly customer: StripeCustomer;
  readonly isContactUpdated: boolean;
}

/**
 * Brings one customer's row up to date, and records `events` as applied in the same transaction. Writes nothing for a
 * customer without a user here. Run one at a time per database connection.
 */
export async function syncCustomer(
  context: BillingContext,
  customerId: string,
  events: readonly AppliedEvent[] = [],
): Promise<SyncResult> {
  const version = await nextSyncVersion(context.database, customerId);
  return writeStripeState(context, await readStripeState(context, version), events);
}

const versionRow = v.object({
  number: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger()),
  changedAt: v.nullable(v.string()),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
});

/** Step 1: takes the next number of the sequence, and reads a pending contact change. */
export async function nextSyncVersion(
  database: Database,
  customerId: string,
): Promise<SyncVersion> {
  const result = await database.execute(sql`
    select nextval('stripe_sync_version')::text as number,
      changed.contact_changed_at::text as "changedAt", changed.email, changed.name
    from (select) as always left join (
      select customers.contact_changed_at, users.email, users.name
      from customers join users on users.id = customers.user_id
      where customers.stripe_customer_id = ${customerId} and customers.contact_changed_at is not null
    ) as changed on true`);
  const { number, changedAt, email, name } = v.parse(versionRow, result.rows[0]);
  const contact =
    changedAt === null ? undefined : { changedAt, email: email ?? "", name: name ?? "" };
  return { customerId, number, contact };
}

/** Step 2: reads Stripe, and sends the pending contact change. May run concurrently for several customers. */
export async function readStripeState(
  context: Pick<BillingContext, "stripe" | "requestId">,
  version: SyncVersion,
): Promise<StripeState> {
  const { customerId, contact } = version;
  const customer = await readStripeCustomer(context.stripe, customerId);
  const isContactUpdated =
    contact !== undefined &&
    customer.state === "present" &&
    (await updateStripeContact(context, customerId, contact));
  return { version, customer, isContactUpdated };
}

/** Step 3: writes the state, unless a newer version was written in the meantime. */
export async function writeStripeState(
  context: BillingContext,
  state: StripeState,
  events: readonly AppliedEvent[] = [],
): Promise<SyncResult> {
  const { customerId } = state.version;
  const { conflictingCustomerId, ...result } = await writeState(context, state, events);
  if (conflictingCustomerId === undefined) return result;
  // The user is linked to another customer. This one may replace it only if that one was deleted at Stripe.
  const linked = await writeState(context, await readLatest(context, conflictingCustomerId), []);
  if (linked.customer === "deleted") {
    return writeState(context, await readLatest(context, customerId), events);
  }
  logInfo("billing.second_customer", {
    requestId: context.requestId,
    customerId,
    linkedCustomerId: conflictingCustomerId,
  });
  return result;
}

async function readLatest(context: BillingContext, customerId: string): Promise<StripeState> {
  return readStripeState(context, await nextSyncVersion(context.database, customerId));
}

async function writeState(
  { database, planPrices }: BillingContext,
  { version: { customerId, number, contact }, customer, isContactUpdated }: StripeState,
  events: readonly AppliedEvent[],
): Promise<SyncResult & { conflictingCustomerId?: string | undefined }> {
  const trialUsedAt = getFirstTrialStart(customer);
  const summary = {
    hasLiveSubscription: getLiveSubscriptions(customer).length > 0,
    hasHadTrial: trialUsedAt !== null,
    customer: customer.state,
  };
  // An unknown customer says nothing about the row: most likely the key of another account is configured.
  if (customer.state === "unknown") return { ...summary, outcome: "unowned" };
  return database.transaction(async (tx) => {
    // Lock order: row first, then ledger. Syncs of one customer are serialized and cannot deadlock.
    const owner = await lockCustomerRow(tx, customerId, customer.userId, number);
    if (owner.userId === undefined) {
      const { conflictingCustomerId } = owner;
      return { ...summary, outcome: "unowned", conflictingCustomerId };
    }
    if (contact && isContactUpdated) await clearContactChange(tx, customerId, contact);
    if (!(await recordEvents(tx, events, customerId))) return { ...summary, outcome: "duplicate" };
    const isOwnerRow = eq(customers.userId, owner.userId);
    await tx
      .update(customers)
      .set({ ...toRowValues(customer, planPrices), syncVersion: number, syncedAt: new Date() })
      .where(and(isOwnerRow, lt(customers.syncVersion, number)));
    // Not fenced: a newer version may no longer see the trial because the customer was deleted.
    if (trialUsedAt) {
      await tx
        .update(customers)
        .set({ trialUsedAt })
        .where(and(isOwnerRow, isNull(customers.trialUsedAt)));
    }
    return { ...summary, outcome: "applied" };
  });
}

/** False when there are events and all of them were recorded before. */
async function recordEvents(
  tx: Transaction,
  events: readonly AppliedEvent[],
  stripeCustomerId: string,
): Promise<boolean> {
  if (events.length === 0) return true;
  const recorded = await tx
    .insert(stripeEvents)
    .values(
      events.map(({ id, type, created }) => ({
        id,
        type,
        stripeCustomerId,
        createdAt: new Date(created * 1000),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id });
  return recorded.length > 0;
}

function toRowValues({ state, subscriptions }: StripeCustomer, planPrices: PlanPrices) {
  const subscription = pickSubscription(subscriptions, planPrices);
  const item = subscription && findPlanItem(subscription, planPrices);
  const cancelAt =
    // The portal sets `cancel_at`, the API may set the flag instead.
    subscription?.cancel_at ??
    (subscription?.cancel_at_period_end ? item?.current_period_end : null);
  return {
    stripeSubscriptionId: subscription?.id ?? null,
    stripePriceId: item?.price.id ?? null,
    stripeProductId: item ? getProductId(item.price) : null,
    stripeNextPriceId: subscription ? findScheduledPrice(subscription, planPrices) : null,
    stripeSubscriptionStatus: subscription?.status ?? null,
    currentPeriodEnd: dateFromSeconds(item?.current_period_end),
    trialEnd: dateFromSeconds(subscription?.trial_end),
    cancelAt: dateFromSeconds(cancelAt),
    ...(state === "deleted" ? { stripeCustomerId: null } : {}),
  };
}
