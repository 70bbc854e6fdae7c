import { FEATURING_PLANS, findPlan, PLAN_IDS, type PlanId } from "~/content/plans";
import type { Moment } from "~/ui/time/dated-text";
import { billingDate } from "../billing-date";
import { formatMonthly } from "../money";

/** Statuses in which a subscriber has what they pay for. */
export const ACTIVE_STATUSES = ["active", "trialing"] as const;

/** Statuses after which Stripe will never charge again. Source: Stripe, "How subscriptions work". */
export const ENDED_STATUSES = ["canceled", "incomplete_expired"] as const;

export type Prices = Readonly<Record<PlanId, string>>;

/** What the plans are at Stripe; an empty id stands for none. */
export interface PlanPrices {
  /** The one price of each plan that is sold. */
  readonly prices: Prices;
  /** The product of each plan: all of its prices count as the plan, also those no longer sold. */
  readonly products: Readonly<Record<PlanId, string>>;
}

/** What takes a plan's place with the next period. */
export interface ScheduledPlan {
  /** Null for a price that is not on sale. */
  readonly planName: string | null;
  readonly price: string | null;
}

/** A user's subscription as the pages see it. */
export interface Subscription {
  readonly planId: PlanId | null;
  readonly planName: string | null;
  readonly planIsActive: boolean;
  /** Whether the plan covers featured items. */
  readonly canFeature: boolean;
  /** As Stripe says it: "active", "trialing", "past_due", …; null before the first one. */
  readonly status: string | null;
  /** A free trial has begun once, so the next plan is paid from the first day. */
  readonly hasHadTrial: boolean;
  /** Not ended: the billing portal manages it, and a second one is refused. */
  readonly isLive: boolean;
  /** What it costs, e.g. "$250 a month"; null for a price that is not on sale. */
  readonly price: string | null;
  /** When it will end; null when nobody has asked for that, and once it has ended. */
  readonly cancelAt: Moment | null;
  /** When the trial ends; null when it is not on trial. */
  readonly trialEnd: Moment | null;
  /** When the paid period ends, and the next one begins; null once it has ended. */
  readonly currentPeriodEnd: Moment | null;
  /** A switch that waits for the end of the period; null for none. */
  readonly next: ScheduledPlan | null;
}

/** What the customers table holds of it. */
export interface StoredSubscription {
  readonly stripePriceId: string | null;
  /** Null in a row that was written before products were kept. */
  readonly stripeProductId: string | null;
  readonly stripeNextPriceId: string | null;
  readonly stripeSubscriptionStatus: string | null;
  readonly currentPeriodEnd: Date | null;
  readonly trialEnd: Date | null;
  readonly cancelAt: Date | null;
  readonly trialUsedAt: Date | null;
}

/** True while a subscription with this status gives access. */
export function isActiveStatus(status: string | null | undefined): boolean {
  return ACTIVE_STATUSES.some((active) => active === status);
}

/** True once a subscription with this status is over for good. */
export function isEndedStatus(status: string): boolean {
  return ENDED_STATUSES.some((ended) => ended === status);
}

/** The plan that is sold for this price; null for none. */
export function planForPrice(priceId: string | null | undefined, prices: Prices): PlanId | null {
  return PLAN_IDS.find((plan) => prices[plan] !== "" && prices[plan] === priceId) ?? null;
}

/** The plan that somebody has who pays `price` of `product`; null for none. */
export function findPlanId(
  { price, product }: { readonly price: string | null; readonly product: string | null },
  { prices, products }: PlanPrices,
): PlanId | null {
  const byProduct = PLAN_IDS.find((plan) => products[plan] !== "" && products[plan] === product);
  return byProduct ?? planForPrice(price, prices);
}

/** What this price costs in words, where it is the one that is sold; null for any other. */
export function currentPriceText(priceId: string | null, { prices }: PlanPrices): string | null {
  const plan = findPlan(planForPrice(priceId, prices));
  return plan ? formatMonthly(plan.pricePerMonth) : null;
}

/** The plan that a subscriber will pay `priceId` for; null where nothing changes. */
export function findScheduledPlan(
  priceId: string | null | undefined,
  { prices }: PlanPrices,
): ScheduledPlan | null {
  if (!priceId) return null;
  const plan = findPlan(planForPrice(priceId, prices));
  return {
    planName: plan?.name ?? null,
    price: plan ? formatMonthly(plan.pricePerMonth) : null,
  };
}

/** Reads a stored row. */
export function readSubscription(
  stored: StoredSubscription | null | undefined,
  catalogue: PlanPrices,
): Subscription {
  const status = stored?.stripeSubscriptionStatus ?? null;
  const isLive = status !== null && !isEndedStatus(status);
  const planId = findPlanId(
    { price: stored?.stripePriceId ?? null, product: stored?.stripeProductId ?? null },
    catalogue,
  );
  const planIsActive = isActiveStatus(status);
  return {
    planId,
    planName: findPlan(planId)?.name ?? null,
    planIsActive,
    canFeature: planIsActive && planId !== null && FEATURING_PLANS.includes(planId),
    status,
    hasHadTrial: Boolean(stored?.trialUsedAt),
    isLive,
    price: currentPriceText(stored?.stripePriceId ?? null, catalogue),
    cancelAt: isLive ? billingDate(stored?.cancelAt) : null,
    trialEnd: status === "trialing" ? billingDate(stored?.trialEnd) : null,
    currentPeriodEnd: isLive ? billingDate(stored?.currentPeriodEnd) : null,
    next: isLive ? findScheduledPlan(stored?.stripeNextPriceId, catalogue) : null,
  };
}

/** The prices and the products whose subscribers may feature items. */
export function featuringOffers({ prices, products }: PlanPrices): {
  readonly prices: string[];
  readonly products: string[];
} {
  const idsIn = (ids: Readonly<Record<PlanId, string>>) =>
    FEATURING_PLANS.map((plan) => ids[plan]).filter((id) => id !== "");
  return { prices: idsIn(prices), products: idsIn(products) };
}
