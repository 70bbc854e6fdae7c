import { describe, expect, test } from "vitest";
import {
  featuringOffers,
  planForPrice,
  readSubscription,
  type StoredSubscription,
} from "./subscription";

const prices = { starter: "price_s", pro: "price_p", business: "price_b" };
const products = { starter: "prod_s", pro: "prod_p", business: "prod_b" };
const none = { starter: "", pro: "", business: "" };
const catalogue = { prices, products };

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
    expect(readSubscription(row, catalogue)).toMatchObject({ planId: "pro", planIsActive });
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
      expect(readSubscription(row, catalogue)).toMatchObject({ planName, canFeature });
    },
  );

  test("that does not exist is no plan", () => {
    expect(readSubscription(null, catalogue)).toEqual({
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
    expect(readSubscription(row, catalogue)).toMatchObject({ isLive });
  });

  test("hands its dates on as moments, for the reader's calendar", () => {
    const currentPeriodEnd = new Date("2126-12-04T23:30:00Z");
    expect(readSubscription({ ...stored, currentPeriodEnd }, catalogue).currentPeriodEnd).toEqual({
      iso: "2126-12-04T23:30:00.000Z",
      format: "day",
    });
  });

  test("costs what the plan costs, where its price is the one that is sold", () => {
    expect(readSubscription(stored, catalogue).price).toBe("$250 a month");
    const old = { ...stored, stripePriceId: "price_of_last_year", stripeProductId: "prod_p" };
    expect(readSubscription(old, catalogue)).toMatchObject({ planId: "pro", price: null });
  });

  test("has a trial end only while it is on trial", () => {
    const trialEnd = new Date("2026-12-04T00:00:00Z");
    const trialing = { ...stored, trialEnd, stripeSubscriptionStatus: "trialing" };
    expect(readSubscription(trialing, catalogue).trialEnd?.iso).toBe(trialEnd.toISOString());
    expect(readSubscription({ ...stored, trialEnd }, catalogue).trialEnd).toBeNull();
  });

  test("that has ended has no dates left", () => {
    const ended = {
      ...stored,
      cancelAt: new Date("2026-12-04T00:00:00Z"),
      stripeSubscriptionStatus: "canceled",
    };
    expect(readSubscription(ended, catalogue)).toMatchObject({
      cancelAt: null,
      currentPeriodEnd: null,
    });
  });

  test("to a price that is no longer sold is the plan of its product", () => {
    const row = { ...stored, stripePriceId: "price_of_last_year", stripeProductId: "prod_b" };
    expect(readSubscription(row, catalogue)).toMatchObject({
      planId: "business",
      canFeature: true,
    });
  });

  test("remembers a trial of long ago", () => {
    const row = { ...stored, trialUsedAt: new Date("2020-01-01T00:00:00Z") };
    expect(readSubscription(row, catalogue).hasHadTrial).toBe(true);
    expect(readSubscription(stored, catalogue).hasHadTrial).toBe(false);
  });

  test("to an unknown price is no plan", () => {
    expect(planForPrice("price_other", prices)).toBeNull();
  });

  test("to an empty price id is no plan, even where the plans have none configured", () => {
    expect(planForPrice("", none)).toBeNull();
    expect(featuringOffers({ prices: none, products: none })).toEqual({ prices: [], products: [] });
    const row = { ...stored, stripePriceId: "", stripeProductId: "" };
    expect(readSubscription(row, { prices: none, products: none }).planId).toBeNull();
  });

  test("to pro or business may feature items", () => {
    expect(featuringOffers(catalogue)).toEqual({
      prices: ["price_p", "price_b"],
      products: ["prod_p", "prod_b"],
    });
  });
});
