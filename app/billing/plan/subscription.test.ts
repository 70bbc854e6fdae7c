import { describe, expect, test } from "vitest";
import { PRICES } from "../../../tests/support/prices";
import { getFeaturingPrices } from "./featuring-plan.server";
import { findPlanByPrice, readSubscription, type StoredSubscription } from "./subscription";

const prices = { starter: "price_s", pro: "price_p", business: "price_b" };
const products = { starter: "prod_s", pro: "prod_p", business: "prod_b" };
const none = { starter: "", pro: "", business: "" };
const planPrices = { prices, products };

const stored: StoredSubscription = {
  stripePriceId: "price_p",
  stripeProductId: null,
  stripeNextPriceId: null,
  stripeSubscriptionStatus: "active",
  currentPeriodEnd: new Date("2026-12-04T23:30:00Z"),
  trialEnd: null,
  cancelAt: null,
  trialUsedAt: null,
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
    expect(readSubscription(row, planPrices)).toMatchObject({ planId: "pro", planIsActive });
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
      expect(readSubscription(row, planPrices)).toMatchObject({ planName, canFeature });
    },
  );

  test("without a row has no plan", () => {
    expect(readSubscription(null, planPrices)).toEqual({
      planId: null,
      planName: null,
      planIsActive: false,
      canFeature: false,
      status: null,
      hasHadTrial: false,
      isLive: false,
      price: null,
      cancelAt: null,
      trialEnd: null,
      currentPeriodEnd: null,
      next: null,
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
    expect(readSubscription(row, planPrices)).toMatchObject({ isLive });
  });

  test("keeps dates as moments, for the reader's time zone", () => {
    const currentPeriodEnd = new Date("2126-12-04T23:30:00Z");
    expect(readSubscription({ ...stored, currentPeriodEnd }, planPrices).currentPeriodEnd).toEqual({
      iso: "2126-12-04T23:30:00.000Z",
      format: "day",
    });
  });

  test("has the plan's price only while that price is on sale", () => {
    expect(readSubscription(stored, planPrices).price).toBe(PRICES.pro.monthly);
    const old = { ...stored, stripePriceId: "price_of_last_year", stripeProductId: "prod_p" };
    expect(readSubscription(old, planPrices)).toMatchObject({ planId: "pro", price: null });
  });

  test("has a trial end only during the trial", () => {
    const trialEnd = new Date("2026-12-04T00:00:00Z");
    const trialing = { ...stored, trialEnd, stripeSubscriptionStatus: "trialing" };
    expect(readSubscription(trialing, planPrices).trialEnd?.iso).toBe(trialEnd.toISOString());
    expect(readSubscription({ ...stored, trialEnd }, planPrices).trialEnd).toBeNull();
  });

  test("that has ended has no dates", () => {
    const ended = {
      ...stored,
      cancelAt: new Date("2026-12-04T00:00:00Z"),
      stripeSubscriptionStatus: "canceled",
    };
    expect(readSubscription(ended, planPrices)).toMatchObject({
      cancelAt: null,
      currentPeriodEnd: null,
    });
  });

  test("to an old price belongs to the plan of its product", () => {
    const row = { ...stored, stripePriceId: "price_of_last_year", stripeProductId: "prod_b" };
    expect(readSubscription(row, planPrices)).toMatchObject({
      planId: "business",
      canFeature: true,
    });
  });

  test("remembers a past trial", () => {
    const row = { ...stored, trialUsedAt: new Date("2020-01-01T00:00:00Z") };
    expect(readSubscription(row, planPrices).hasHadTrial).toBe(true);
    expect(readSubscription(stored, planPrices).hasHadTrial).toBe(false);
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
    expect(readSubscription(row, { prices: none, products: none }).planId).toBeNull();
  });

  test("to Pro or Business may feature items", () => {
    expect(getFeaturingPrices(planPrices)).toEqual({
      prices: ["price_p", "price_b"],
      products: ["prod_p", "prod_b"],
    });
  });
});
