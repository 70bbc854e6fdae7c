/** Plan prices as pages and invoices show them, so that tests follow a change in app/content/plans.ts. */
import { formatDollars, formatMonthly, type PlanId, plans } from "../../app/content/plans.ts";

export interface PlanPrice {
  /** "$250". */
  readonly dollars: string;
  /** "$250 a month". */
  readonly monthly: string;
  /** "$250.00". */
  readonly invoiced: string;
  /** In Stripe's unit: 25000. */
  readonly cents: number;
}

function toPrice(dollars: number): PlanPrice {
  return {
    dollars: formatDollars(dollars),
    monthly: formatMonthly(dollars),
    invoiced: `${formatDollars(dollars)}.00`,
    cents: dollars * 100,
  };
}

function priceOf(planId: PlanId): PlanPrice {
  const plan = plans.find(({ id }) => id === planId);
  if (!plan) throw new Error(`No plan ${planId}`);
  return toPrice(plan.pricePerMonth);
}

export const PRICES: Readonly<Record<PlanId, PlanPrice>> = {
  starter: priceOf("starter"),
  pro: priceOf("pro"),
  business: priceOf("business"),
};

/** `text` as a part of a regular expression that matches it literally. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
