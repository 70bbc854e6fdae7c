import { FEATURING_PLANS, findPlan, PLAN_IDS, type PlanId } from "~/content/plans";
import { type BillingDate, billingDate } from "./billing-date";

/** Statuses in which a subscriber has what they pay for. */
export const ACTIVE_STATUSES = ["active", "trialing"] as const;

/** Statuses after which Stripe will never charge again. Source: Stripe, "How subscriptions work". */
export const ENDED_STATUSES = ["canceled", "incomplete_expired"] as const;

/** Statuses in which a payment is owed and access has stopped. */
const PAST_DUE_STATUSES: readonly string[] = ["past_due", "unpaid"];

export type Prices = Readonly<Record<PlanId, string>>;

/** A user's subscription as the pages see it. */
export interface Subscription {
  readonly planId: PlanId | null;
  readonly planName: string | null;
  readonly planIsActive: boolean;
  /** Whether the plan covers featured items. */
  readonly canFeature: boolean;
  /** As Stripe says it: "active", "trialing", "past_due", …; null before the first one. */
  readonly status: string | null;
  /** Not ended: the billing portal manages it, and a second one is refused. */
  readonly isLive: boolean;
  /** A payment failed, and updating the card brings the plan back. */
  readonly isPastDue: boolean;
  /** When it will end; null when nobody has asked for that, and once it has ended. */
  readonly cancelAt: BillingDate | null;
  /** When the trial ends; null when it is not on trial. */
  readonly trialEnd: BillingDate | null;
  /** When the paid period ends, and the next one begins; null once it has ended. */
  readonly currentPeriodEnd: BillingDate | null;
}

/** What the customers table holds of it. */
export interface StoredSubscription {
  readonly stripePriceId: string | null;
  readonly stripeSubscriptionStatus: string | null;
  readonly currentPeriodEnd: Date | null;
  readonly trialEnd: Date | null;
  readonly cancelAt: Date | null;
}

/** True while a subscription with this status gives access. */
export function isActiveStatus(status: string | null | undefined): boolean {
  return ACTIVE_STATUSES.some((active) => active === status);
}

/** True once a subscription with this status is over for good. */
export function isEndedStatus(status: string): boolean {
  return ENDED_STATUSES.some((ended) => ended === status);
}

/** The plan whose configured price this is; null for none. */
export function planForPrice(priceId: string | null | undefined, prices: Prices): PlanId | null {
  return PLAN_IDS.find((plan) => prices[plan] !== "" && prices[plan] === priceId) ?? null;
}

/** Reads a stored row. Call it on the server: it writes the dates out for people. */
export function readSubscription(
  stored: StoredSubscription | null | undefined,
  prices: Prices,
): Subscription {
  const status = stored?.stripeSubscriptionStatus ?? null;
  const isLive = status !== null && !isEndedStatus(status);
  const planId = planForPrice(stored?.stripePriceId, prices);
  const planIsActive = isActiveStatus(status);
  return {
    planId,
    planName: findPlan(planId)?.name ?? null,
    planIsActive,
    canFeature: planIsActive && planId !== null && FEATURING_PLANS.includes(planId),
    status,
    isLive,
    isPastDue: status !== null && PAST_DUE_STATUSES.includes(status),
    cancelAt: isLive ? billingDate(stored?.cancelAt) : null,
    trialEnd: status === "trialing" ? billingDate(stored?.trialEnd) : null,
    currentPeriodEnd: isLive ? billingDate(stored?.currentPeriodEnd) : null,
  };
}

/** The price ids whose subscribers may feature items. */
export function featuringPrices(prices: Prices): string[] {
  return FEATURING_PLANS.map((plan) => prices[plan]).filter((price) => price !== "");
}
