import { describe, expect, test } from "vitest";
import { catalog, createRow, NOTHING_SOLD, PLAN_NAMES, PRICES } from "../../../tests/support/plans";
import { getFeaturingPrices } from "./featuring-plan.server";
import { findPlanByPrice } from "./plan-catalog";
import { type PlanRow, readStoredPlan } from "./plan-view.server";

const date = new Date("2126-12-04T23:30:00Z");

const read = (changes: Partial<PlanRow>) => readStoredPlan(createRow(changes), catalog);

describe("a subscription", () => {
  test.each([
    ["active", true, true],
    ["trialing", true, true],
    ["past_due", false, true],
    ["unpaid", false, true],
    ["paused", false, true],
    ["incomplete", false, true],
    ["a status that Stripe adds later", false, true],
    ["canceled", false, false],
    ["incomplete_expired", false, false],
  ])(
    "with status %s gives access: %s, is live: %s",
    (stripeSubscriptionStatus, planIsActive, isLive) => {
      const plan = read({ stripeSubscriptionStatus });
      expect(plan).toMatchObject({ planId: "pro", planIsActive, isLive });
      expect(plan.canFeature).toBe(planIsActive);
    },
  );

  test.each([
    ["price_s", "prod_s", PLAN_NAMES.starter, PRICES.starter.monthly, false],
    ["price_b", null, PLAN_NAMES.business, PRICES.business.monthly, true],
    ["price_of_last_year", "prod_b", PLAN_NAMES.business, null, true],
    ["price_of_old", null, null, null, false],
  ])(
    "to %s of %s is the plan %s at %s and features items: %s",
    (stripePriceId, stripeProductId, planName, price, canFeature) => {
      const plan = read({ stripePriceId, stripeProductId });
      expect(plan).toMatchObject({ planName, price, canFeature });
    },
  );

  test("without a row has no plan", () => {
    expect(readStoredPlan(null, catalog)).toMatchObject({
      planId: null,
      planIsActive: false,
      canFeature: false,
      status: null,
      isLive: false,
    });
  });

  test("keeps dates as moments, for the user's time zone", () => {
    expect(read({ currentPeriodEnd: date }).currentPeriodEnd).toEqual({
      iso: date.toISOString(),
      format: "day",
    });
  });

  test("has a trial end only during the trial", () => {
    const trialing = read({ trialEnd: date, stripeSubscriptionStatus: "trialing" });
    expect(trialing.trialEnd?.iso).toBe(date.toISOString());
    expect(read({ trialEnd: date })).toMatchObject({ trialEnd: null, trialDaysLeft: null });
  });

  test("that has ended has no dates", () => {
    const ended = read({ cancelAt: date, stripeSubscriptionStatus: "canceled" });
    expect(ended).toMatchObject({ cancelAt: null, currentPeriodEnd: null });
  });

  test("to an empty price id has no plan, even when no price ids are configured", () => {
    const empty = { prices: NOTHING_SOLD, products: NOTHING_SOLD };
    expect(findPlanByPrice("", NOTHING_SOLD)).toBeNull();
    expect(getFeaturingPrices(empty)).toEqual({ prices: [], products: [] });
    const row = createRow({ stripePriceId: "", stripeProductId: "" });
    expect(readStoredPlan(row, empty).planId).toBeNull();
  });
});
