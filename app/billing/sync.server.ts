/**
 * The one way a subscription gets from Stripe into the customers table: webhook, success page,
 * checkout and cron all call it. It never trusts an event's snapshot; it takes a ticket, then reads
 * the truth, then writes only over an older ticket (docs/decisions/0004-subscription-sync.md).
 */
import { and, eq, lt, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { customers, stripeEvents, users } from "#drizzle/schema";
import type { Database } from "~/platform/database.server";
import { logInfo } from "~/platform/log.server";
import {
  liveSubscriptions,
  pickSubscription,
  readStripeCustomer,
  type StripeCustomer,
} from "./stripe-customer.server";

export interface AppliedEvent {
  readonly id: string;
  readonly type: string;
  /** Epoch seconds. */
  readonly created: number;
}

export interface SyncResult {
  /** "duplicate": the event had been applied before. "unowned": the customer is nobody's here. */
  readonly outcome: "applied" | "duplicate" | "unowned";
  /** True when the customer has a subscription that has not ended. */
  readonly hasLiveSubscription: boolean;
  /** What became of the customer at Stripe. */
  readonly customer: StripeCustomer["state"];
}

/**
 * Brings one customer's row up to date, and records `event` as applied in the same transaction. Leaves
 * no trace of a customer who belongs to nobody here. One at a time per `database`: it is one connection.
 */
export async function syncCustomer(
  database: Database,
  stripe: Stripe,
  customerId: string,
  event?: AppliedEvent,
): Promise<SyncResult> {
  const first = await syncOnce(database, stripe, customerId, event);
  if (first.rival === undefined) return first;
  // The owner has another customer. Only if that one is gone may this one take its place.
  const rival = await syncOnce(database, stripe, first.rival);
  if (rival.customer === "deleted") return syncOnce(database, stripe, customerId, event);
  logInfo("billing.second_customer", { customerId, linkedCustomerId: first.rival });
  return first;
}

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

type Owner =
  | { readonly userId: string }
  /** `rival` is the customer whom the user has instead. */
  | { readonly userId: undefined; readonly rival?: string };

async function syncOnce(
  database: Database,
  stripe: Stripe,
  customerId: string,
  event?: AppliedEvent,
): Promise<SyncResult & { rival?: string | undefined }> {
  const ticket = await takeTicket(database);
  const customer = await readStripeCustomer(stripe, customerId);
  const facts = {
    hasLiveSubscription: liveSubscriptions(customer).length > 0,
    customer: customer.state,
  };
  // Stripe tells of what it has deleted. What it has never heard of says nothing about the row.
  if (customer.state === "unknown") return { ...facts, outcome: "unowned" };
  return database.transaction(async (tx) => {
    // Always the row first, then the ledger: syncs of one customer queue up and cannot deadlock.
    const owner = await lockOwner(tx, customerId, customer.userId, ticket);
    if (owner.userId === undefined) return { ...facts, outcome: "unowned", rival: owner.rival };
    if (event && !(await recordEvent(tx, event, customerId))) {
      return { ...facts, outcome: "duplicate" };
    }
    await tx
      .update(customers)
      .set({ ...rowValues(customer), syncTicket: ticket, syncedAt: new Date() })
      .where(and(eq(customers.userId, owner.userId), lt(customers.syncTicket, ticket)));
    return { ...facts, outcome: "applied" };
  });
}

async function takeTicket(database: Database): Promise<number> {
  const result = await database.execute(sql`select nextval('stripe_sync_ticket') as ticket`);
  const ticket = Number(result.rows[0]?.ticket);
  if (!Number.isSafeInteger(ticket)) throw new Error("The database gave no sync ticket");
  return ticket;
}

/** Locks the row that is linked to the customer, or links the row of the user named in its metadata. */
async function lockOwner(
  tx: Transaction,
  customerId: string,
  userId: string | undefined,
  ticket: number,
): Promise<Owner> {
  const [linked] = await tx
    .select({ userId: customers.userId })
    .from(customers)
    .where(eq(customers.stripeCustomerId, customerId))
    .for("update");
  if (linked) return linked;
  return userId === undefined
    ? { userId: undefined }
    : adoptCustomer(tx, customerId, userId, ticket);
}

/** A row that was unlinked after this customer was read must not be linked to it again. */
async function adoptCustomer(
  tx: Transaction,
  customerId: string,
  userId: string,
  ticket: number,
): Promise<Owner> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) return { userId: undefined };
  await tx.insert(customers).values({ userId }).onConflictDoNothing();
  const [row] = await tx
    .select({ linkedTo: customers.stripeCustomerId, syncTicket: customers.syncTicket })
    .from(customers)
    .where(eq(customers.userId, userId))
    .for("update");
  if (row?.linkedTo === customerId) return { userId };
  if (row?.linkedTo) return { userId: undefined, rival: row.linkedTo };
  if (!row || row.syncTicket >= ticket) return { userId: undefined };
  await tx
    .update(customers)
    .set({ stripeCustomerId: customerId })
    .where(eq(customers.userId, userId));
  return { userId };
}

/** False when the event stands in the ledger already. */
async function recordEvent(
  tx: Transaction,
  event: AppliedEvent,
  stripeCustomerId: string,
): Promise<boolean> {
  const recorded = await tx
    .insert(stripeEvents)
    .values({
      id: event.id,
      type: event.type,
      stripeCustomerId,
      createdAt: new Date(event.created * 1000),
    })
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id });
  return recorded.length > 0;
}

function rowValues({ state, subscriptions }: StripeCustomer) {
  const best = pickSubscription(subscriptions);
  const item = best?.items.data[0];
  return {
    stripeSubscriptionId: best?.id ?? null,
    stripePriceId: item?.price.id ?? null,
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

/** From epoch seconds. */
function toDate(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
