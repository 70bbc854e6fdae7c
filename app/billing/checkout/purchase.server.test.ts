import { describe, expect, test } from "vitest";
import { findChosenPlan, findPurchase, getPurchasePath, trialTerms } from "./purchase.server";

const config = {
  siteUrl: "https://studio.example",
  stripe: { prices: { starter: "", pro: "price_p", business: "price_b" } },
};

describe("the button of a plan", () => {
  test("leads to its purchase where it has a price id, and home where it has none", () => {
    expect(getPurchasePath("pro", config.stripe.prices)).toBe("/purchase/pro");
    expect(getPurchasePath("starter", config.stripe.prices)).toBe("/");
  });
});

describe("the purchase of a plan", () => {
  test("is for its price, and leads back to the dashboard or the plans", () => {
    expect(findPurchase("pro", config)).toEqual({
      ok: true,
      purchase: {
        planId: "pro",
        name: "Pro",
        priceId: "price_p",
        successUrl: "https://studio.example/dashboard?paid=true",
        cancelUrl: "https://studio.example/pricing",
      },
    });
  });

  test("that has no price id here is refused in words", () => {
    const message = "The Starter plan cannot be bought yet";
    expect(findPurchase("starter", config)).toEqual({ ok: false, message });
  });

  test("that does not exist is refused in words", () => {
    const message = "There is no plan called gold";
    expect(findPurchase("gold", config)).toEqual({ ok: false, message });
  });
});

test("the terms of a purchase say when the first payment is due", () => {
  expect(trialTerms("business", false)).toBe(
    "The first 14 days are free, then it is $1,900 a month.",
  );
  expect(trialTerms("business", true)).toBe(
    "You have had your free trial, so the first month, $1,900, is charged today.",
  );
});

test.each([
  ["/purchase/pro", "Pro"],
  ["/purchase/pro/more", undefined],
  ["/purchase/gold", undefined],
  ["/dashboard", undefined],
  // Not on sale here.
  ["/purchase/starter", undefined],
  ["/", undefined],
])("on the way to %s somebody has chosen the plan %s", (next, name) => {
  expect(findChosenPlan(next, config.stripe.prices)?.name).toBe(name);
});
