/** A customer's current state at Stripe, reduced to what the product needs. */
import type Stripe from "stripe";
import * as v from "valibot";
import { dateFromSeconds } from "../plan/billing-date";
import { findPlanByPrice, findPlanId, isLiveStatus, type PlanCatalog } from "../plan/plan-catalog";
import { NO_SUBSCRIPTION, type Subscription } from "../plan/subscription-view.server";
import { formatPrice } from "../stripe/money";
import { getExpanded, getId, getProductId } from "../stripe/stripe-objects";

export interface StripeCustomer {
  /**
   * "deleted": deleted at Stripe. "unknown": this account never had such a customer. Most likely the key of
   * another account is configured, so nothing may be concluded from it.
   */
  readonly state: "present" | "deleted" | "unknown";
  /** The user that checkout created it for; undefined when it was created elsewhere. */
  readonly userId: string | undefined;
  /** All subscriptions, ended ones included. Empty unless the customer is present. */
  readonly subscriptions: readonly Stripe.Subscription[];
  /** Charged for a subscription without a payment method. */
  readonly paymentMethod: string | Stripe.PaymentMethod | Stripe.CustomerSource | null;
  /** A discount of the customer's, on whatever they pay. */
  readonly isDiscounted: boolean;
}

/** Stripe's maximum. */
const PAGE_SIZE = 100;
/** The fields that hold an id or, expanded, its object. */
type Expandable<Parent> = {
  [Field in keyof Parent]-?: Extract<Parent[Field], { id: string }> extends never
    ? never
    : string extends Extract<Parent[Field], string>
      ? Field
      : never;
}[keyof Parent];

/** The objects that are expanded when a subscription is read. */
export const EXPANDED = [
  "schedule",
  "default_payment_method",
  "default_source",
  "latest_invoice",
] satisfies Expandable<Stripe.Subscription>[];
/** Ended ones included; far more than a customer has. */
const MAX_SUBSCRIPTIONS = 10_000;

/**
 * Reads a customer with subscriptions, cards and latest invoices. `retrieve` decides the state. Throws
 * Stripe's errors.
 */
export async function readStripeCustomer(
  stripe: Stripe,
  customerId: string,
): Promise<StripeCustomer> {
  const params = {
    customer: customerId,
    status: "all" as const,
    limit: PAGE_SIZE,
    expand: EXPANDED.map((field) => `data.${field}`),
  };
  const source: Expandable<Stripe.Customer> = "default_source";
  const method: Expandable<Stripe.Customer.InvoiceSettings> = "default_payment_method";
  const expand = [`invoice_settings.${method}`, source];
  const [retrieved, listed] = await Promise.allSettled([
    stripe.customers.retrieve(customerId, { expand }),
    stripe.subscriptions.list(params).autoPagingToArray({ limit: MAX_SUBSCRIPTIONS }),
  ]);
  if (retrieved.status === "rejected") {
    if (isResourceMissing(retrieved.reason)) return missingCustomer("unknown");
    throw retrieved.reason;
  }
  const customer = retrieved.value;
  if (customer.deleted) return missingCustomer("deleted");
  if (listed.status === "rejected") throw listed.reason;
  return {
    state: "present",
    userId: readUserId(customer.metadata),
    subscriptions: listed.value,
    paymentMethod: customer.invoice_settings.default_payment_method ?? customer.default_source,
    isDiscounted: Boolean(customer.discount),
  };
}

/** A customer who was deleted at Stripe, or is not known there. */
export function missingCustomer(state: "deleted" | "unknown"): StripeCustomer {
  return { state, userId: undefined, subscriptions: [], paymentMethod: null, isDiscounted: false };
}

/** The subscriptions that can still be charged, other products of the account included. */
export function getLiveSubscriptions({ subscriptions }: StripeCustomer): Stripe.Subscription[] {
  return subscriptions.filter(({ status }) => isLiveStatus(status));
}

/** True while the customer has a plan that has not ended: a second one would charge twice. */
export function hasLivePlan(customer: StripeCustomer, catalog: PlanCatalog): boolean {
  return getLiveSubscriptions(customer).some((subscription) => isOurs(subscription, catalog));
}

/**
 * True for a subscription to one of our plans, or bought at our checkout, whatever it is for today. The
 * account may have other products.
 */
function isOurs(subscription: Stripe.Subscription, catalog: PlanCatalog): boolean {
  const isToPlan = subscription.items.data.some((item) => isPlan(item, catalog));
  return isToPlan || readUserId(subscription.metadata) !== undefined;
}

/** The start of a customer's first free trial of a plan, ended subscriptions included; null without one. */
export function getFirstTrialStart(
  { subscriptions }: StripeCustomer,
  catalog: PlanCatalog,
): Date | null {
  const ours = subscriptions.filter((subscription) => isOurs(subscription, catalog));
  const starts = ours.flatMap(({ trial_start: start }) => start ?? []);
  return starts.length === 0 ? null : new Date(Math.min(...starts) * 1000);
}

/** Ranks the status of several subscriptions, the lowest of which is shown. */
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
 * The one of our subscriptions that determines access: live before ended, then a plan, the best status, the
 * newest.
 */
export function pickSubscription(
  subscriptions: readonly Stripe.Subscription[],
  catalog: PlanCatalog,
): Stripe.Subscription | undefined {
  const rank = (subscription: Stripe.Subscription) => [
    isLiveStatus(subscription.status) ? 0 : 1,
    subscription.items.data.some((item) => isPlan(item, catalog)) ? 0 : 1,
    STATUS_RANK[subscription.status] ?? UNKNOWN_STATUS_RANK,
    -subscription.created,
  ];
  const ours = subscriptions.filter((subscription) => isOurs(subscription, catalog));
  return ours.toSorted((a, b) => compare(rank(a), rank(b)))[0];
}

/** Lexicographic order. */
function compare(a: readonly number[], b: readonly number[]): number {
  const differences = a.map((value, index) => value - (b[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** The item of one of our plans, at any position; the first item when none is a plan. */
export function findPlanItem({ items }: Stripe.Subscription, catalog: PlanCatalog) {
  return items.data.find((item) => isPlan(item, catalog)) ?? items.data[0];
}

/** A subscription as the customers table stores it, without its payment; all null without one. */
export function toSubscription(
  { isDiscounted }: Pick<StripeCustomer, "isDiscounted">,
  subscription: Stripe.Subscription | undefined,
  catalog: PlanCatalog,
): Subscription {
  const item = subscription && findPlanItem(subscription, catalog);
  if (!item) return NO_SUBSCRIPTION;
  const schedule = getExpanded(subscription.schedule);
  return {
    ...NO_SUBSCRIPTION,
    stripePriceId: item.price.id,
    stripeProductId: getProductId(item.price),
    stripeNextPriceId: schedule && findScheduledPrice(schedule, item, catalog),
    priceText: isDiscounted ? null : describePrice(subscription, item),
    stripeSubscriptionStatus: subscription.status,
    subscriptionStartedAt: dateFromSeconds(subscription.start_date),
    currentPeriodEnd: dateFromSeconds(item.current_period_end),
    trialEnd: dateFromSeconds(subscription.trial_end),
    cancelAt: dateFromSeconds(findEnd(subscription, item, schedule)),
  };
}

/**
 * When a canceled subscription ends, in epoch seconds. The portal sets `cancel_at`; the API may set the flag,
 * or a schedule that ends.
 */
function findEnd(
  { cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  schedule: Stripe.SubscriptionSchedule | null,
) {
  if (cancelAt !== null) return cancelAt;
  if (endsWithPeriod) return item.current_period_end;
  return schedule?.end_behavior === "cancel" ? schedule.phases.at(-1)?.end_date : null;
}

/**
 * "$250 a month", "$2,400 a year", "$90 every 3 months"; null where something else decides what is charged.
 */
function describePrice(
  { discounts, items, currency, presentment_details: converted }: Stripe.Subscription,
  { price, quantity, discounts: itemDiscounts }: Stripe.SubscriptionItem,
): string | null {
  const isSimple =
    items.data.length === 1 &&
    discounts.length + itemDiscounts.length === 0 &&
    price.transform_quantity === null &&
    price.recurring?.usage_type === "licensed" &&
    converted === undefined &&
    // `unit_amount` is in the price's default currency.
    price.currency === currency;
  if (!isSimple || price.unit_amount === null || !price.recurring) return null;
  const amount = formatPrice(price.unit_amount * (quantity ?? 1), price.currency);
  const { interval, interval_count: count } = price.recurring;
  return count === 1 ? `${amount} a ${interval}` : `${amount} every ${count} ${interval}s`;
}

/** The price that replaces the item's at the next period; null when nothing changes. */
function findScheduledPrice(
  schedule: Stripe.SubscriptionSchedule,
  item: Stripe.SubscriptionItem,
  catalog: PlanCatalog,
) {
  const phase = schedule.phases.findLast(
    ({ start_date: start }) => start <= item.current_period_end,
  );
  const prices = (phase?.items ?? []).map(({ price }) => getId(price));
  if (prices.includes(item.price.id)) return null;
  return prices.find((id) => findPlanByPrice(id, catalog.prices)) ?? prices[0] ?? null;
}

function isPlan({ price }: Stripe.SubscriptionItem, catalog: PlanCatalog): boolean {
  return findPlanId({ price: price.id, product: getProductId(price) }, catalog) !== null;
}

/** Checkout stores the user's id in the customer's metadata, so that a lost row can be linked again. */
function readUserId(metadata: Stripe.Metadata): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.uuid()), metadata.userId);
  return parsed.success ? parsed.output : undefined;
}

/** True for Stripe's error about an object that does not exist or was deleted. */
export function isResourceMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "resource_missing";
}
