import { href } from "react-router";
import { findPlan, type PaidPlan, type PlanId, paidPlans } from "~/content/plans";
import { failure, type Result } from "~/http/app-error";
import { CHECKED_OUT_PATH } from "../plan/links";
import { describeTrialTerms } from "../plan/offer-terms.server";
import type { PlanCatalog, Prices } from "../plan/plan-catalog";
import type { CheckoutRequest } from "./checkout-session.server";

/** A plan to check out, and the pages that Stripe returns to. */
export interface Purchase extends CheckoutRequest {
  readonly plan: PaidPlan;
}

/** The purchase page of a plan; null for a plan that is not on sale. */
export function getPurchasePath(planId: PlanId, prices: Prices): string | null {
  return prices[planId] ? href("/purchase/:plan", { plan: planId }) : null;
}

/** The purchase of the plan with the id in the URL, or a message why it is not possible. */
export function findPurchase(
  planId: string,
  config: { readonly siteUrl: string; readonly planCatalog: Pick<PlanCatalog, "prices"> },
): Result<Purchase, string> {
  const plan = findPlan(planId.toLowerCase());
  if (!plan) return failure(`No plan called ${planId} is on sale`);
  const priceId = config.planCatalog.prices[plan.id];
  if (!priceId) return failure(`The ${plan.name} plan isn’t available yet`);
  const toUrl = (path: string) => new URL(path, config.siteUrl).href;
  return {
    ok: true,
    value: {
      planId: plan.id,
      plan,
      priceId,
      successUrl: toUrl(CHECKED_OUT_PATH),
      cancelUrl: toUrl(href("/pricing")),
    },
  };
}

/** The plan whose purchase page is `next`, with its terms for a new customer; null for any other path. */
export function findChosenPlan(next: string, prices: Prices) {
  const path = next.toLowerCase();
  const plan = paidPlans.find(({ id }) => path === getPurchasePath(id, prices));
  return plan ? { name: plan.name, terms: describeTrialTerms(plan, false) } : null;
}
