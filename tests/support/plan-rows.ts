import type { PlanRow } from "../../app/billing/plan/plan-view.server.ts";

export const catalog = {
  prices: { starter: "price_s", pro: "price_p", business: "price_b" },
  products: { starter: "prod_s", pro: "prod_p", business: "prod_b" },
};

/** Prices or products of a site that sells nothing. */
export const NOTHING_SOLD = { starter: "", pro: "", business: "" };

/** In a year whose dates always name it. */
export const PERIOD_END = new Date("2126-12-21T12:00:00Z");

/** The customers row of an active Pro plan. */
export const createRow = (changes: Partial<PlanRow> = {}): PlanRow => ({
  stripePriceId: "price_p",
  stripeProductId: "prod_p",
  stripeNextPriceId: null,
  stripeSubscriptionStatus: "active",
  currentPeriodEnd: PERIOD_END,
  trialEnd: null,
  cancelAt: null,
  ...changes,
});
