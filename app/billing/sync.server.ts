/**
 * The one way a subscription gets from Stripe into the customers table: webhook, success page,
 * checkout and cron all call it. It never trusts an event's snapshot; it takes a ticket, then reads
 * the truth, then writes only over an older ticket (docs/decisions/0004-subscription-sync.md).
 */
import { and, eq, lt, sql } from "drizzle-orm";
import type Stripe from "stripe";
import * as v from "valibot";
import { customers, stripeEvents, users } from "#drizzle/schema";
import type { Database } from "~/platform/database.server.ts";
import { isEndedStatus } from "./subscription.ts";

/** Lower is better: what a person should see when a customer has several subscriptions. */
const STATUS_RANK: Readonly<Record<string, number>> = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 2,
  paused: 2,
  incomplete: 3,
  canceled: 4,
  incomplete_expired: 5,
};
const UNKNOWN_STATUS_RANK = 3;

export interface AppliedEvent {
  readonly id: string;
  readonly type: string;
  /** Epoch seconds. */
  readonly created: number;
}

export interface SyncResult {
  /** True when the customer has a subscription that has not ended. */
  readonly hasLiveSubscription: boolean;
}

/** Brings one customer's row up to date, and records `event` as applied in the same transaction. */
export async function syncCustomer(
  database: Database,
  stripe: Stripe,
  customerId: string,
  event?: AppliedEvent,
): Promise<SyncResult> {
  const ticket = await takeTicket(database);
  const customer = await stripe.customers.retrieve(customerId).catch(missingAsDeleted);
  const subscriptions = customer.deleted ? [] : await listSubscriptions(stripe, customerId);
  const best = pickSubscription(subscriptions);
  const userId = customer.deleted ? undefined : readUserId(customer.metadata);

  await database.transaction(async (tx) => {
    if (userId) await adoptCustomer(tx, userId, customerId);
    await tx
      .update(customers)
      .set({
        ...describeSubscription(best),
        ...(customer.deleted ? { stripeCustomerId: null } : {}),
        syncTicket: ticket,
        syncedAt: new Date(),
      })
      .where(and(eq(customers.stripeCustomerId, customerId), lt(customers.syncTicket, ticket)));
    if (event) await recordEvent(tx, event, customerId);
  });
  return { hasLiveSubscription: subscriptions.some(({ status }) => !isEndedStatus(status)) };
}

/** The subscription that counts: the best status, then the newest. */
export function pickSubscription(
  subscriptions: readonly Stripe.Subscription[],
): Stripe.Subscription | undefined {
  const rank = ({ status }: Stripe.Subscription) => STATUS_RANK[status] ?? UNKNOWN_STATUS_RANK;
  return subscriptions.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0];
}

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

async function takeTicket(database: Database): Promise<number> {
  const result = await database.execute(sql`select nextval('stripe_sync_ticket') as ticket`);
  return Number(result.rows[0]?.ticket);
}

async function listSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const page = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
  return page.data;
}

function missingAsDeleted(error: unknown): { deleted: true } {
  const isMissing = error instanceof Error && "code" in error && error.code === "resource_missing";
  if (!isMissing) throw error;
  return { deleted: true };
}

/** Checkout puts the user's id into the customer's metadata, so a lost row finds its owner again. */
function readUserId(metadata: Stripe.Metadata): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.uuid()), metadata.userId);
  return parsed.success ? parsed.output : undefined;
}

async function adoptCustomer(tx: Transaction, userId: string, customerId: string): Promise<void> {
  const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!owner) return;
  await tx
    .insert(customers)
    .values({ userId, stripeCustomerId: customerId })
    .onConflictDoUpdate({
      target: customers.userId,
      set: {
        stripeCustomerId: sql`coalesce(${customers.stripeCustomerId}, excluded.stripe_customer_id)`,
      },
    });
}

function describeSubscription(subscription: Stripe.Subscription | undefined) {
  const item = subscription?.items.data[0];
  return {
    stripeSubscriptionId: subscription?.id ?? null,
    stripePriceId: item?.price.id ?? null,
    stripeSubscriptionStatus: subscription?.status ?? null,
    currentPeriodEnd: toDate(item?.current_period_end),
    trialEnd: toDate(subscription?.trial_end),
    // The portal schedules an end with `cancel_at`; the API may use the flag instead. Read both.
    cancelAt: toDate(
      subscription?.cancel_at ??
        (subscription?.cancel_at_period_end ? item?.current_period_end : null),
    ),
  };
}

function toDate(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}

async function recordEvent(
  tx: Transaction,
  event: AppliedEvent,
  customerId: string,
): Promise<void> {
  await tx
    .insert(stripeEvents)
    .values({
      id: event.id,
      type: event.type,
      stripeCustomerId: customerId,
      createdAt: new Date(event.created * 1000),
    })
    .onConflictDoNothing();
}
