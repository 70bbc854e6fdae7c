/** What Stripe says of a customer right now, as far as the product cares. */
import type Stripe from "stripe";
import * as v from "valibot";
import { findPlanId, isEndedStatus, type PlanPrices, planForPrice } from "../plan/subscription";
import { productIdOf } from "./stripe-objects";
import { readPages } from "./stripe-pages.server";

export interface StripeCustomer {
  /**
   * "deleted": Stripe says so. "unknown": this account has never heard of it; most likely the key of another
   * account is configured, so nothing follows from it.
   */
  readonly state: "present" | "deleted" | "unknown";
  /** The user for whom checkout made it; undefined when it was made elsewhere. */
  readonly userId: string | undefined;
  /** All of them, ended ones too. None unless the customer is present. */
  readonly subscriptions: readonly Stripe.Subscription[];
}

/** Stripe's largest page. */
const PAGE_SIZE = 100;

/**
 * Reads a customer and every subscription of theirs. Whether there is such a customer is for `retrieve` alone
 * to say. Throws Stripe's errors.
 */
export async function readStripeCustomer(
  stripe: Stripe,
  customerId: string,
): Promise<StripeCustomer> {
  const [found, listed] = await Promise.allSettled([
    stripe.customers.retrieve(customerId),
    listSubscriptions(stripe, customerId),
  ]);
  if (found.status === "rejected") {
    if (isResourceMissing(found.reason)) return gone("unknown");
    throw found.reason;
  }
  const customer = found.value;
  if (customer?.object !== "customer") throw new Error("Stripe's answer is no customer");
  if (customer.deleted) return gone("deleted");
  if (listed.status === "rejected") throw listed.reason;
  return {
    state: "present",
    userId: readUserId(customer.metadata),
    subscriptions: listed.value,
  };
}

function gone(state: "deleted" | "unknown"): StripeCustomer {
  return { state, userId: undefined, subscriptions: [] };
}

/** The subscriptions that can still charge. */
export function liveSubscriptions({
  subscriptions,
}: Pick<StripeCustomer, "subscriptions">): Stripe.Subscription[] {
  return subscriptions.filter(({ status }) => !isEndedStatus(status));
}

/** When the first free trial of a customer began, ended subscriptions included; null when there was none. */
export function firstTrialStart({ subscriptions }: StripeCustomer): Date | null {
  const starts = subscriptions.flatMap(({ trial_start: start }) => start ?? []);
  return starts.length === 0 ? null : new Date(Math.min(...starts) * 1000);
}

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

/**
 * The subscription that counts: one that has not ended, before that one of a plan (somebody may pay us for
 * something else as well), then the best status, then the newest.
 */
export function pickSubscription(
  subscriptions: readonly Stripe.Subscription[],
  catalogue: PlanPrices,
): Stripe.Subscription | undefined {
  const rank = (subscription: Stripe.Subscription) => [
    isEndedStatus(subscription.status) ? 1 : 0,
    hasPlan(subscription, catalogue) ? 0 : 1,
    STATUS_RANK[subscription.status] ?? UNKNOWN_STATUS_RANK,
    -subscription.created,
  ];
  return subscriptions.toSorted((a, b) => compare(rank(a), rank(b)))[0];
}

/** The first difference decides. */
function compare(a: readonly number[], b: readonly number[]): number {
  const differences = a.map((value, index) => value - (b[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function hasPlan({ items }: Stripe.Subscription, catalogue: PlanPrices): boolean {
  return items.data.some((item) => isPlan(item, catalogue));
}

/** The item that is the plan, wherever it stands among others; the first one when none is a plan. */
export function findPlanItem(
  { items }: Stripe.Subscription,
  catalogue: PlanPrices,
): Stripe.SubscriptionItem | undefined {
  return items.data.find((item) => isPlan(item, catalogue)) ?? items.data[0];
}

/**
 * The price that takes the place of the plan's with the next period, by the subscription's schedule; null where the plan
 * stays. A schedule that was not expanded says nothing.
 */
export function findScheduledPrice(
  subscription: Stripe.Subscription,
  catalogue: PlanPrices,
): string | null {
  const { schedule, items } = subscription;
  const item = findPlanItem(subscription, catalogue);
  if (!item || !schedule || typeof schedule === "string") return null;
  const phase = schedule.phases.findLast(
    ({ start_date: start }) => start <= item.current_period_end,
  );
  const prices = (phase?.items ?? []).map(({ price }) =>
    typeof price === "string" ? price : price.id,
  );
  if (prices.includes(item.price.id)) return null;
  const added = prices.filter((id) => !items.data.some(({ price }) => price.id === id));
  const candidates = added.length > 0 ? added : prices;
  return candidates.find((id) => planForPrice(id, catalogue.prices)) ?? candidates[0] ?? null;
}

function isPlan({ price }: Stripe.SubscriptionItem, catalogue: PlanPrices): boolean {
  return findPlanId({ price: price.id, product: productIdOf(price) }, catalogue) !== null;
}

/** All of a customer's subscriptions, ended ones too, with their schedules. */
export function listSubscriptions(
  stripe: Stripe,
  customer: string,
  expand: readonly string[] = [],
): Promise<Stripe.Subscription[]> {
  return readPages((start) =>
    stripe.subscriptions.list({
      customer,
      status: "all",
      limit: PAGE_SIZE,
      expand: ["data.schedule", ...expand],
      ...start,
    }),
  );
}

/** Checkout puts the user's id into the customer's metadata, so a lost row finds its owner again. */
function readUserId(metadata: Stripe.Metadata): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.uuid()), metadata.userId);
  return parsed.success ? parsed.output : undefined;
}

/** True for Stripe's answer about an object that does not exist, or no longer does. */
export function isResourceMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "resource_missing";
}
