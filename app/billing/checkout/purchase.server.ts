import { findPlan, type PlanId, plans, TRIAL_DAYS } from "~/content/plans";
import { formatMonthly } from "../money";
import type { Prices } from "../plan/subscription";
import type { ChosenPlan } from "./chosen-plan";

/** What a checkout is opened for, and where it leads back to. */
export interface Purchase {
  readonly planId: PlanId;
  /** The plan's name, for people. */
  readonly name: string;
  readonly priceId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** Where 'Choose' leads: to buying the plan, or home where it has no price id and cannot be bought. */
export function choosePath(planId: PlanId, prices: Prices): string {
  return prices[planId] ? `/purchase/${planId}` : "/";
}

/** The purchase of a plan by the id in the address, or a message that says why there is none. */
export function findPurchase(
  planId: string,
  config: { readonly siteUrl: string; readonly stripe: { readonly prices: Prices } },
):
  | { readonly ok: true; readonly purchase: Purchase }
  | { readonly ok: false; readonly message: string } {
  const plan = findPlan(planId);
  if (!plan) return { ok: false, message: `There is no plan called ${planId}` };
  const priceId = config.stripe.prices[plan.id];
  if (!priceId) return { ok: false, message: `The ${plan.name} plan cannot be bought yet` };
  const page = (path: string) => new URL(path, config.siteUrl).href;
  return {
    ok: true,
    purchase: {
      planId: plan.id,
      name: plan.name,
      priceId,
      successUrl: page("/dashboard?paid=true"),
      cancelUrl: page("/pricing"),
    },
  };
}

/** When the first payment for a plan is due, in words: there is one free trial a person. */
export function trialTerms(planId: PlanId, hasHadTrial: boolean): string {
  const dollars = findPlan(planId)?.pricePerMonth ?? 0;
  return hasHadTrial
    ? `You have had your free trial, so the first month, $${dollars.toLocaleString("en-US")}, is charged today.`
    : `The first ${TRIAL_DAYS} days are free, then it is ${formatMonthly(dollars)}.`;
}

/** The plan that somebody wants who is on the way to `next`; null for anywhere else. */
export function planFromNext(next: string, prices: Prices): ChosenPlan | null {
  const plan = plans.find(({ id }) => prices[id] !== "" && next === choosePath(id, prices));
  return plan ? { name: plan.name, terms: trialTerms(plan.id, false) } : null;
}
