import { describe, expect, test } from "vitest";
import { PRICES } from "../../../tests/support/prices";
import { getFeaturingPrices } from "./featuring-plan.server";
import { findPlanByPrice } from "./plan-catalog";
import { type PlanRow, readStoredPlan } from "./plan-view.server";

const prices = { starter: "price_s", pro: "price_p", business: "price_b" };
const products = { starter: "prod_s", pro: "prod_p", business: "prod_b" };
const none = { starter: "", pro: "", business: "" };
const catalog = { prices, products };

const stored: PlanRow = {
  stripePriceId: "price_p",
  stripeProductId: null,
  stripeNextPriceId: null,
  stripeSubscriptionStatus: "active",
  currentPeriodEnd: new Date("2026-12-04T23:30:00Z"),
  trialEnd: null,
  cancelAt: null,
};

describe("a subscription", () => {
  test.each([
    ["active", true],
    ["trialing", true],
    ["past_due", false],
    ["canceled", false],
    ["a status that Stripe adds later", false],
  ])("with status %s gives access: %s", (stripeSubscriptionStatus, planIsActive) => {
    const row = { ...stored, stripeSubscriptionStatus };
    expect(readStoredPlan(row, catalog)).toMatchObject({ planId: "pro", planIsActive });
  });

  test.each([
    ["price_s", "active", "Starter", false],
    ["price_p", "trialing", "Pro", true],
    ["price_b", "active", "Business", true],
    ["price_b", "past_due", "Business", false],
    ["price_of_old", "active", null, false],
  ])(
    "for %s with status %s is the plan %s and features items: %s",
    (stripePriceId, stripeSubscriptionStatus, planName, canFeature) => {
      const row = { ...stored, stripePriceId, stripeSubscriptionStatus };
      expect(readStoredPlan(row, catalog)).toMatchObject({ planName, canFeature });
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

  test.each([
    ["active", true],
    ["trialing", true],
    ["past_due", true],
    ["unpaid", true],
    ["paused", true],
    ["incomplete", true],
    ["canceled", false],
    ["incomplete_expired", false],
  ])("with status %s is live: %s", (stripeSubscriptionStatus, isLive) => {
    const row = { ...stored, stripeSubscriptionStatus };
    expect(readStoredPlan(row, catalog)).toMatchObject({ isLive });
  });

  test("keeps dates as moments, for the reader's time zone", () => {
    const currentPeriodEnd = new Date("2126-12-04T23:30:00Z");
    expect(readStoredPlan({ ...stored, currentPeriodEnd }, catalog).currentPeriodEnd).toEqual({
      iso: "2126-12-04T23:30:00.000Z",
      format: "day",
    });
  });

  test("has the plan's price only while that price is on sale", () => {
    expect(readStoredPlan(stored, catalog).price).toBe(PRICES.pro.monthly);
    const old = { ...stored, stripePriceId: "price_of_last_year", stripeProductId: "prod_p" };
    expect(readStoredPlan(old, catalog)).toMatchObject({ planId: "pro", price: null });
  });

  test("has a trial end only during the trial", () => {
    const trialEnd = new Date("2026-12-04T00:00:00Z");
    const trialing = { ...stored, trialEnd, stripeSubscriptionStatus: "trialing" };
    expect(readStoredPlan(trialing, catalog).trialEnd?.iso).toBe(trialEnd.toISOString());
    expect(readStoredPlan({ ...stored, trialEnd }, catalog)).toMatchObject({
      trialEnd: null,
      trialDaysLeft: null,
    });
  });

  test("that has ended has no dates", () => {
    const ended = {
      ...stored,
      cancelAt: new Date("2026-12-04T00:00:00Z"),
      stripeSubscriptionStatus: "canceled",
    };
    expect(readStoredPlan(ended, catalog)).toMatchObject({
      cancelAt: null,
      currentPeriodEnd: null,
    });
  });

  test("to an old price belongs to the plan of its product", () => {
    const row = { ...stored, stripePriceId: "price_of_last_year", stripeProductId: "prod_b" };
    expect(readStoredPlan(row, catalog)).toMatchObject({
      planId: "business",
      canFeature: true,
    });
  });

  test("to an unknown price has no plan", () => {
    expect(findPlanByPrice("price_other", prices)).toBeNull();
  });

  test("to an empty price id has no plan, even when no price ids are configured", () => {
    expect(findPlanByPrice("", none)).toBeNull();
    expect(getFeaturingPrices({ prices: none, products: none })).toEqual({
      prices: [],
      products: [],
    });
    const row = { ...stored, stripePriceId: "", stripeProductId: "" };
    expect(readStoredPlan(row, { prices: none, products: none }).planId).toBeNull();
  });

  test("to Pro or Business may feature items", () => {
    expect(getFeaturingPrices(catalog)).toEqual({
      prices: ["price_p", "price_b"],
      products: ["prod_p", "prod_b"],
    });
  });
});
