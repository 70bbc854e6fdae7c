import type { Moment } from "~/content/dated-text";
import { FEATURING_PLANS, findPlan, formatMonthly, PLAN_IDS, type PlanId } from "~/content/plans";
import { billingDate } from "./billing-date";

/** Statuses that give access. */
export const ACTIVE_STATUSES = ["active", "trialing"] as const;

/** Final statuses: Stripe never charges again. Source: Stripe, "How subscriptions work". */
export const ENDED_STATUSES = ["canceled", "incomplete_expired"] as const;

export type Prices = Readonly<Record<PlanId, string>>;

/** The plans' ids at Stripe; an empty id stands for a plan that is not on sale. */
export interface PlanPrices {
  /** The price that new subscribers of each plan get. */
  readonly prices: Prices;
  /** The product of each plan. Every price of the product counts as the plan, old prices included. */
  readonly products: Readonly<Record<PlanId, string>>;
}

/** What replaces a plan at the next period. */
export interface ScheduledPlan {
  /** Null for a price that is not on sale. */
  readonly planName: string | null;
  readonly price: string | null;
}

/** A user's subscription, as pages use it. */
export interface Subscription {
  readonly planId: PlanId | null;
  readonly planName: string | null;
  readonly planIsActive: boolean;
  /** Whether the plan covers featured items. */
  readonly canFeature: boolean;
  /** Stripe's status: "active", "trialing", "past_due", …; null before the first subscription. */
  readonly status: string | null;
  /** A free trial was used before, so the next plan is charged immediately. */
  readonly hasHadTrial: boolean;
  /** Not ended: the billing portal manages it, and checkout rejects a second one. */
  readonly isLive: boolean;
  /** "$250 a month"; null for a price that is not on sale. */
  readonly price: string | null;
  /** When it will end; null unless it was canceled, and once it has ended. */
  readonly cancelAt: Moment | null;
  /** When the trial ends; null unless it is on trial. */
  readonly trialEnd: Moment | null;
  /** When it renews; null once it has ended. */
  readonly currentPeriodEnd: Moment | null;
  /** A switch at the end of the period; null without one. */
  readonly next: ScheduledPlan | null;
}

/** The subscription's columns of the customers table. */
export interface StoredSubscription {
  readonly stripePriceId: string | null;
  /** Null in a row written before this column existed. */
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

/** True once a subscription with this status has ended for good. */
export function isEndedStatus(status: string): boolean {
  return ENDED_STATUSES.some((ended) => ended === status);
}

/** The plan on sale at this price; null for any other price. */
export function findPlanByPrice(priceId: string | null | undefined, prices: Prices): PlanId | null {
  return PLAN_IDS.find((plan) => prices[plan] !== "" && prices[plan] === priceId) ?? null;
}

/** The plan of a subscription to `price` of `product`; null for another product. */
export function findPlanId(
  { price, product }: { readonly price: string | null; readonly product: string | null },
  { prices, products }: PlanPrices,
): PlanId | null {
  const byProduct = PLAN_IDS.find((plan) => products[plan] !== "" && products[plan] === product);
  return byProduct ?? findPlanByPrice(price, prices);
}

/** "$250 a month" for a price on sale; null for any other price. */
export function formatCurrentPrice(priceId: string | null, { prices }: PlanPrices): string | null {
  const plan = findPlan(findPlanByPrice(priceId, prices));
  return plan ? formatMonthly(plan.pricePerMonth) : null;
}

/** The plan of a scheduled price; null when nothing is scheduled. */
export function findScheduledPlan(
  priceId: string | null | undefined,
  { prices }: PlanPrices,
): ScheduledPlan | null {
  if (!priceId) return null;
  const plan = findPlan(findPlanByPrice(priceId, prices));
  return {
    planName: plan?.name ?? null,
    price: plan ? formatMonthly(plan.pricePerMonth) : null,
  };
}

/** Interprets a stored row; without a row there is no subscription. */
export function readSubscription(
  stored: StoredSubscription | null | undefined,
  planPrices: PlanPrices,
): Subscription {
  const status = stored?.stripeSubscriptionStatus ?? null;
  const isLive = status !== null && !isEndedStatus(status);
  const planId = findPlanId(
    { price: stored?.stripePriceId ?? null, product: stored?.stripeProductId ?? null },
    planPrices,
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
    price: formatCurrentPrice(stored?.stripePriceId ?? null, planPrices),
    cancelAt: isLive ? billingDate(stored?.cancelAt) : null,
    trialEnd: status === "trialing" ? billingDate(stored?.trialEnd) : null,
    currentPeriodEnd: isLive ? billingDate(stored?.currentPeriodEnd) : null,
    next: isLive ? findScheduledPlan(stored?.stripeNextPriceId, planPrices) : null,
  };
}
