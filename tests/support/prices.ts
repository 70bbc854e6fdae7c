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

function priceOf(planId: PlanId): PlanPrice {
  const dollars = plans.find(({ id }) => id === planId)?.pricePerMonth ?? Number.NaN;
  return {
    dollars: formatDollars(dollars),
    monthly: formatMonthly(dollars),
    invoiced: `${formatDollars(dollars)}.00`,
    cents: dollars * 100,
  };
}

export const PRICES = {
  starter: priceOf("starter"),
  pro: priceOf("pro"),
  business: priceOf("business"),
};

/** `text` as a part of a regular expression that matches it literally. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
