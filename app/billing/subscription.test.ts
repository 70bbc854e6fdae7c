import { describe, expect, test } from "vitest";
import { featuringPrices, planForPrice, readSubscription } from "./subscription.ts";

const prices = { starter: "price_s", pro: "price_p", business: "price_b" };
const none = { starter: "", pro: "", business: "" };

describe("a subscription", () => {
  test.each([
    ["active", true],
    ["trialing", true],
    ["past_due", false],
    ["canceled", false],
    ["a status that Stripe adds later", false],
  ])("with status %s gives access: %s", (stripeSubscriptionStatus, planIsActive) => {
    const stored = { stripePriceId: "price_p", stripeSubscriptionStatus };
    expect(readSubscription(stored, prices)).toMatchObject({ planId: "pro", planIsActive });
  });

  test("that does not exist is no plan", () => {
    expect(readSubscription(null, prices)).toEqual({
      planId: null,
      planIsActive: false,
      status: null,
    });
  });

  test("to an unknown price is no plan", () => {
    expect(planForPrice("price_other", prices)).toBeNull();
  });

  test("to an empty price id is no plan, even where the plans have none configured", () => {
    expect(planForPrice("", none)).toBeNull();
    expect(featuringPrices(none)).toEqual([]);
  });

  test("to pro or business may feature items", () => {
    expect(featuringPrices(prices)).toEqual(["price_p", "price_b"]);
  });
});
