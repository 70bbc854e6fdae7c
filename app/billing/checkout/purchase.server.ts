import { href } from "react-router";
import { chosenPlan, purchaseErrors, trialTerms } from "~/content/billing/checkout";
import { CHECKED_OUT_PATH } from "~/content/billing/plan-actions";
import { formatMoment } from "~/content/dated-text";
import {
  findPlan,
  formatDollars,
  formatMonthly,
  type PlanId,
  plans,
  TRIAL_DAYS,
} from "~/content/plans";
import { studio } from "~/content/studio";
import type { Result } from "~/http/app-error";
import type { Prices } from "../plan/plan-catalog";
import { BILLING_OPTIONS } from "../stripe/billing-options";
import type { CheckoutRequest } from "./checkout-session.server";

const DAY_MS = 24 * 60 * 60_000;

/** A plan to check out, and the pages that Stripe returns to. */
export interface Purchase extends CheckoutRequest {
  readonly name: string;
}

/** The purchase page of a plan; null for a plan that is not on sale. */
export function getPurchasePath(planId: PlanId, prices: Prices): string | null {
  return prices[planId] ? href("/purchase/:plan", { plan: planId }) : null;
}

/** The purchase of the plan with the id in the URL, or a message why it is not possible. */
export function findPurchase(
  planId: string,
  config: { readonly siteUrl: string; readonly stripe: { readonly prices: Prices } },
): Result<Purchase, string> {
  const plan = findPlan(planId);
  if (!plan) return { ok: false, error: purchaseErrors.unknownPlan(planId) };
  const priceId = config.stripe.prices[plan.id];
  if (!priceId) return { ok: false, error: purchaseErrors.notOnSale(plan.name) };
  const toUrl = (path: string) => new URL(path, config.siteUrl).href;
  return {
    ok: true,
    value: {
      planId: plan.id,
      name: plan.name,
      priceId,
      successUrl: toUrl(CHECKED_OUT_PATH),
      cancelUrl: toUrl(href("/pricing")),
    },
  };
}

/** When the first payment for a plan is due, as a sentence. */
export function describeTrialTerms(planId: PlanId, hasHadTrial: boolean): string {
  const dollars = findPlan(planId)?.pricePerMonth ?? 0;
  return hasHadTrial
    ? trialTerms.used(formatDollars(dollars))
    : trialTerms.first(formatMonthly(dollars));
}

/** The plan whose purchase page is `next`, with its terms for a new customer; null for any other path. */
export function findChosenPlan(next: string, prices: Prices) {
  const plan = plans.find(({ id }) => next === getPurchasePath(id, prices));
  return plan
    ? { name: plan.name, terms: describeTrialTerms(plan.id, false), afterSignUp: describeSignUp() }
    : null;
}

/** What follows a sign-up for a plan. The trial starts about now, and its day is the studio's. */
function describeSignUp(): string {
  if (BILLING_OPTIONS.trialWithoutCard) return chosenPlan.afterSignUpWithoutCard;
  const iso = new Date(Date.now() + TRIAL_DAYS * DAY_MS).toISOString();
  return chosenPlan.afterSignUp(
    formatMoment({ iso, format: "day-of-this-year" }, studio.phone.zone),
  );
}
