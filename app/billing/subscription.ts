import { FEATURING_PLANS, PLAN_IDS, type PlanId } from "~/content/plans";

/** Statuses in which a subscriber has what they pay for. */
export const ACTIVE_STATUSES = ["active", "trialing"] as const;

/** Statuses after which Stripe will never charge again. Source: Stripe, "How subscriptions work". */
const ENDED_STATUSES: readonly string[] = ["canceled", "incomplete_expired"];

export type Prices = Readonly<Record<PlanId, string>>;

/** A user's subscription as the pages see it. */
export interface Subscription {
  readonly planId: PlanId | null;
  readonly planIsActive: boolean;
  readonly status: string | null;
}

/** What the customers table holds of it. */
export interface StoredSubscription {
  readonly stripePriceId: string | null;
  readonly stripeSubscriptionStatus: string | null;
}

/** True while a subscription with this status gives access. */
export function isActiveStatus(status: string | null | undefined): boolean {
  return ACTIVE_STATUSES.some((active) => active === status);
}

/** True once a subscription with this status is over for good. */
export function isEndedStatus(status: string): boolean {
  return ENDED_STATUSES.includes(status);
}

/** The plan whose configured price this is; null for none. */
export function planForPrice(priceId: string | null | undefined, prices: Prices): PlanId | null {
  return PLAN_IDS.find((plan) => prices[plan] !== "" && prices[plan] === priceId) ?? null;
}

/** Reads a stored row. */
export function readSubscription(
  stored: StoredSubscription | null | undefined,
  prices: Prices,
): Subscription {
  const status = stored?.stripeSubscriptionStatus ?? null;
  return {
    planId: planForPrice(stored?.stripePriceId, prices),
    planIsActive: isActiveStatus(status),
    status,
  };
}

/** The price ids whose subscribers may feature items. */
export function featuringPrices(prices: Prices): string[] {
  return FEATURING_PLANS.map((plan) => prices[plan]).filter((price) => price !== "");
}
