/**
 * The one way a subscription gets from Stripe into the customers table: webhook, success page,
 * checkout and cron all call it. It never trusts an event's snapshot; it takes a ticket, then reads
 * the truth, then writes only over an older ticket (docs/decisions/0004-subscription-sync.md).
 */
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import * as v from "valibot";
import { customers, stripeEvents } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import { logInfo } from "~/platform/log.server";
import type { PlanPrices } from "../plan/subscription";
import type { BillingContext } from "../stripe/stripe.server";
import {
  findPlanItem,
  findScheduledPrice,
  firstTrialStart,
  liveSubscriptions,
  pickSubscription,
  readStripeCustomer,
  type StripeCustomer,
} from "../stripe/stripe-customer.server";
import { productIdOf } from "../stripe/stripe-objects";
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
  /** "duplicate": every event had been applied before. "unowned": the customer is nobody's here. */
  readonly outcome: "applied" | "duplicate" | "unowned";
  /** True when the customer has a subscription that has not ended. */
  readonly hasLiveSubscription: boolean;
  /** True when one of the customer's subscriptions, ended or not, began with a free trial. */
  readonly hasHadTrial: boolean;
  /** What became of the customer at Stripe. */
  readonly customer: StripeCustomer["state"];
}

/** A sync that has its ticket, and may read Stripe. */
export interface SyncVersion {
  readonly customerId: string;
  readonly number: number;
  /** To be told to Stripe; undefined when it knows. */
  readonly contact: ContactChange | undefined;
}

/** What Stripe said to the holder of a ticket. */
export interface StripeState {
  readonly version: SyncVersion;
  readonly customer: StripeCustomer;
  readonly isContactUpdated: boolean;
}

/**
 * Brings one customer's row up to date, and records `events` as applied in the same transaction. Leaves
 * no trace of a customer who belongs to nobody here. One at a time per database connection.
 */
export async function syncCustomer(
  tools: BillingContext,
  customerId: string,
  events: readonly AppliedEvent[] = [],
): Promise<SyncResult> {
  const ticket = await nextSyncVersion(tools.database, customerId);
  return writeStripeState(tools, await readStripeState(tools, ticket), events);
}

const versionRow = v.object({
  number: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger()),
  changedAt: v.nullable(v.string()),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
});

/** The first step: a number from the sequence, before Stripe is read. */
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

/** The second step: asks Stripe, and tells it what it does not know. Several may be under way at once. */
export async function readStripeState(
  tools: Pick<BillingContext, "stripe" | "requestId">,
  ticket: SyncVersion,
): Promise<StripeState> {
  const { customerId, contact } = ticket;
  const customer = await readStripeCustomer(tools.stripe, customerId);
  const isContactTold =
    contact !== undefined &&
    customer.state === "present" &&
    (await updateStripeContact(tools, customerId, contact));
  return { version: ticket, customer, isContactUpdated: isContactTold };
}

/** The third step: writes what was read, where nobody has written what was read later. */
export async function writeStripeState(
  tools: BillingContext,
  reading: StripeState,
  events: readonly AppliedEvent[] = [],
): Promise<SyncResult> {
  const { customerId } = reading.version;
  const first = await write(tools, reading, events);
  if (first.rival === undefined) return first;
  // The owner has another customer. Only if that one is gone may this one take its place.
  const ticket = await nextSyncVersion(tools.database, first.rival);
  const rival = await write(tools, await readStripeState(tools, ticket), []);
  if (rival.customer === "deleted") {
    const again = await nextSyncVersion(tools.database, customerId);
    return write(tools, await readStripeState(tools, again), events);
  }
  logInfo("billing.second_customer", {
    requestId: tools.requestId,
    customerId,
    linkedCustomerId: first.rival,
  });
  return first;
}

async function write(
  { database, catalogue }: BillingContext,
  { version: ticket, customer, isContactUpdated: isContactTold }: StripeState,
  events: readonly AppliedEvent[],
): Promise<SyncResult & { rival?: string | undefined }> {
  const { customerId, number, contact } = ticket;
  const trialUsedAt = firstTrialStart(customer);
  const facts = {
    hasLiveSubscription: liveSubscriptions(customer).length > 0,
    hasHadTrial: trialUsedAt !== null,
    customer: customer.state,
  };
  // Stripe tells of what it has deleted. What it has never heard of says nothing about the row.
  if (customer.state === "unknown") return { ...facts, outcome: "unowned" };
  return database.transaction(async (tx) => {
    // Always the row first, then the ledger: syncs of one customer queue up and cannot deadlock.
    const owner = await lockCustomerRow(tx, customerId, customer.userId, number);
    if (owner.userId === undefined)
      return { ...facts, outcome: "unowned", rival: owner.conflictingCustomerId };
    if (contact && isContactTold) await clearContactChange(tx, customerId, contact);
    if (!(await recordEvents(tx, events, customerId))) return { ...facts, outcome: "duplicate" };
    const isMine = eq(customers.userId, owner.userId);
    await tx
      .update(customers)
      .set({ ...rowValues(customer, catalogue), ...justSynced(number) })
      .where(and(isMine, lt(customers.syncVersion, number)));
    // Whoever read later may have read less: a customer that was deleted meanwhile.
    if (trialUsedAt) {
      await tx
        .update(customers)
        .set({ trialUsedAt })
        .where(and(isMine, isNull(customers.trialUsedAt)));
    }
    return { ...facts, outcome: "applied" };
  });
}

/** False when there are events and every one stands in the ledger already. */
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

function rowValues({ state, subscriptions }: StripeCustomer, catalogue: PlanPrices) {
  const best = pickSubscription(subscriptions, catalogue);
  const item = best && findPlanItem(best, catalogue);
  return {
    stripeSubscriptionId: best?.id ?? null,
    stripePriceId: item?.price.id ?? null,
    stripeProductId: item ? productIdOf(item.price) : null,
    stripeNextPriceId: best ? findScheduledPrice(best, catalogue) : null,
    stripeSubscriptionStatus: best?.status ?? null,
    currentPeriodEnd: toDate(item?.current_period_end),
    trialEnd: toDate(best?.trial_end),
    // The portal schedules an end with `cancel_at`; the API may use the flag instead. Read both.
    cancelAt: toDate(
      best?.cancel_at ?? (best?.cancel_at_period_end ? item?.current_period_end : null),
    ),
    ...(state === "deleted" ? { stripeCustomerId: null } : {}),
  };
}

function justSynced(syncVersion: number) {
  return { syncVersion, syncedAt: new Date() };
}

/** From epoch seconds. */
function toDate(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
