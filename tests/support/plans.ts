/**
 * Plans in tests: names and prices as pages and invoices show them, which follow app/content/plans.ts, and
 * stored rows.
 */
import type { Subscription } from "../../app/billing/plan/subscription-view.server.ts";
import {
  byPlan,
  findPlan,
  formatDollars,
  formatListPrice,
  freePlan,
  type PlanId,
  type Price,
} from "../../app/content/plans.ts";

interface PlanPrice {
  /** "$250". */
  readonly dollars: string;
  /** "$250 a month". */
  readonly listed: string;
  /** "$250.00". */
  readonly invoiced: string;
  /** In Stripe's unit: 25000. */
  readonly cents: number;
  readonly interval: Price["interval"];
}

function priceOf(planId: PlanId): PlanPrice {
  const plan = findPlan(planId);
  if (!plan) throw new Error(`${planId} is not among the plans`);
  const { amount, interval } = plan.price;
  return {
    dollars: formatDollars(amount),
    listed: formatListPrice(plan.price),
    invoiced: `${formatDollars(amount)}.00`,
    cents: amount * 100,
    interval,
  };
}

export const PRICES = byPlan(priceOf);
/** What pages say to an account without a subscription. */
export const NO_PLAN = freePlan
  ? `You’re on the ${freePlan.name} plan.`
  : "You don’t have a plan yet.";
/** The days until the renewal of a plan, or a few more. */
export const PERIOD_DAYS = byPlan((planId) => (PRICES[planId].interval === "year" ? 366 : 31));
/** Whether Stripe works out what a switch costs. */
export const hasOtherInterval = (one: PlanId, other: PlanId) =>
  PRICES[one].interval !== PRICES[other].interval;
export const PLAN_NAMES = byPlan((planId) => findPlan(planId)?.name ?? "");

/** `text` as a part of a regular expression that matches it literally, also with no-break spaces. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s`);
}

export const catalog = {
  prices: byPlan((plan) => `price_${plan.charAt(0)}`),
  products: byPlan((plan) => `prod_${plan.charAt(0)}`),
};

/** Prices or products of a site that sells nothing. */
export const NOTHING_SOLD = byPlan(() => "");

/** In a year whose dates always name it. */
export const PERIOD_END = new Date("2126-12-21T12:00:00Z");

/** The customers row of an active Pro plan. */
export const createRow = (changes: Partial<Subscription> = {}): Subscription => ({
  stripePriceId: "price_p",
  stripeProductId: "prod_p",
  stripeNextPriceId: null,
  priceText: PRICES.pro.listed,
  cardText: "Visa ending in 4242",
  statusDetail: null,
  amountDueText: null,
  stripeSubscriptionStatus: "active",
  subscriptionStartedAt: null,
  currentPeriodEnd: PERIOD_END,
  trialEnd: null,
  cancelAt: null,
  ...changes,
});
