/** What Stripe's ids and statuses mean to us. */
import { PLAN_IDS, type PlanId } from "~/content/plans";

export type Prices = Readonly<Record<PlanId, string>>;

/** The plans' ids at Stripe; an empty id stands for a plan that is not on sale. */
export interface PlanCatalog {
  /** The price that new subscribers of each plan get. */
  readonly prices: Prices;
  /** The product of each plan. Every price of the product counts as the plan, old prices included. */
  readonly products: Prices;
}

export const ACTIVE_STATUSES = ["active", "trialing"] as const;

/** Final statuses: Stripe never charges again. Source: Stripe, "How subscriptions work". */
const ENDED_STATUSES = ["canceled", "incomplete_expired"] as const;

/** True for a subscription that gives access. */
export function isActiveStatus(status: string | null): boolean {
  return ACTIVE_STATUSES.some((active) => active === status);
}

/** True until a subscription with this status has ended permanently; false for null, no subscription. */
export function isLiveStatus(status: string | null): boolean {
  return status !== null && !ENDED_STATUSES.some((ended) => ended === status);
}

/** The plan on sale at this price; null for any other price. */
export function findPlanByPrice(priceId: string | null, prices: Prices): PlanId | null {
  return PLAN_IDS.find((plan) => prices[plan] !== "" && prices[plan] === priceId) ?? null;
}

/** The plan of a subscription to `price` of `product`; null for another product. */
export function findPlanId(
  { price, product }: { readonly price: string | null; readonly product: string | null },
  { prices, products }: PlanCatalog,
): PlanId | null {
  return findPlanByPrice(product, products) ?? findPlanByPrice(price, prices);
}
