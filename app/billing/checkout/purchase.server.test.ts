import { describe, expect, test } from "vitest";
import { findPlan, paidPlans } from "~/content/plans";
import { NOTHING_SOLD, PLAN_NAMES, PRICES } from "../../../tests/support/plans";
import { describeTrialTerms } from "../plan/offer-terms.server";
import { findChosenPlan, findPurchase } from "./purchase.server";

const config = {
  siteUrl: "https://studio.example",
  planCatalog: { prices: { ...NOTHING_SOLD, pro: "price_p" } },
};

describe("the purchase of a plan", () => {
  test.each(["pro", "Pro"])(
    "%s has the plan's price, and returns to the dashboard or the pricing page",
    (planId) => {
      expect(findPurchase(planId, config)).toEqual({
        ok: true,
        value: {
          planId: "pro",
          plan: findPlan("pro"),
          priceId: "price_p",
          successUrl: "https://studio.example/dashboard?paid=true",
          cancelUrl: "https://studio.example/pricing",
        },
      });
    },
  );

  test.each([
    ["starter", `The ${PLAN_NAMES.starter} plan isn’t available yet`],
    ["gold", "No plan called gold is on sale"],
  ])("%s without a price is rejected with a message", (planId, error) => {
    expect(findPurchase(planId, config)).toEqual({ ok: false, error });
  });
});

test.each(paidPlans)("trial terms of $id say when the first payment is due", (plan) => {
  const { dollars, listed } = PRICES[plan.id];
  expect(describeTrialTerms(plan, false)).toBe(`The first 14 days are free, then it’s ${listed}.`);
  expect(describeTrialTerms(plan, true)).toBe(
    `You’ve already used your free trial, so your first ${plan.price.interval} (${dollars}) is charged today.`,
  );
});

test.each([
  ["/purchase/pro", PLAN_NAMES.pro],
  ["/purchase/pro/more", undefined],
  ["/purchase/gold", undefined],
  ["/dashboard", undefined],
  // Without a price id, a plan is not on sale.
  ["/purchase/starter", undefined],
  ["/", undefined],
])("the chosen plan of a sign-in that continues to %s is %s", (next, name) => {
  expect(findChosenPlan(next, config.planCatalog.prices)?.name).toBe(name);
});
