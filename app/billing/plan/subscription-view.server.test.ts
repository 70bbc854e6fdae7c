import { describe, expect, test } from "vitest";
import { catalog, createRow, NOTHING_SOLD, PLAN_NAMES, PRICES } from "../../../tests/support/plans";
import { getFeaturingPrices } from "./featuring-plan.server";
import { describeWelcome } from "./next-step.server";
import { findPlanByPrice } from "./plan-catalog";
import { type Subscription, viewSubscription } from "./subscription-view.server";

const date = new Date("2126-12-04T23:30:00Z");

const read = (changes: Partial<Subscription>) => viewSubscription(createRow(changes), catalog);

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
    ["price_s", "prod_s", PLAN_NAMES.starter, false],
    ["price_b", null, PLAN_NAMES.business, true],
    ["price_of_last_year", "prod_b", PLAN_NAMES.business, true],
    ["price_of_old", null, null, false],
  ])(
    "to %s of %s is the plan %s and features items: %s",
    (stripePriceId, stripeProductId, planName, canFeature) => {
      const plan = read({ stripePriceId, stripeProductId });
      expect(plan).toMatchObject({ planName, canFeature });
    },
  );

  const next = { stripeNextPriceId: "price_s" };
  test.each([
    [{ priceText: "€2,300 a year" }, "€2,300 a year", false, null],
    [{ priceText: null }, null, false, null],
    [{ stripePriceId: "price_old" }, PRICES.pro.listed, false, null],
    [{}, PRICES.pro.listed, true, PRICES.starter.listed],
  ])(
    "with %o costs %s, a list price: %s; the next plan's price is known only then",
    (row, price, isListPrice, nextPrice) => {
      const plan = read({ ...next, ...row });
      expect(plan).toMatchObject({ price, isListPrice, next: { price: nextPrice } });
    },
  );

  test.each([
    ["2126-11-26T18:00:00Z", "2126-11-26T19:00:00Z", "2126-11-27T18:00:00.000Z"],
    // A Friday.
    ["2126-11-29T18:00:00Z", "2126-11-29T19:00:00Z", "2126-12-02T18:00:00.000Z"],
    // A Saturday, and the Monday's morning.
    ["2126-11-30T14:00:00Z", "2126-12-02T17:00:00Z", "2126-12-02T14:00:00.000Z"],
    ["2126-11-26T18:00:00Z", "2126-11-28T18:00:00Z", undefined],
  ])("that started at %s says at %s what happens next: %s", (startedAt, now, expected) => {
    const text = describeWelcome(
      { subscriptionStartedAt: new Date(startedAt), cancelAt: null },
      "pro",
      new Date(now),
    );
    const said = text?.next
      .map((piece) => (typeof piece === "string" ? piece : piece.iso))
      .join("");
    if (expected === undefined) expect(text).toBeNull();
    else expect(said).toContain(expected);
  });

  test("that is new says who writes, by plan, and nothing once it is canceled", () => {
    const started = { subscriptionStartedAt: new Date(), stripePriceId: "price_b" };
    const said = (changes: Partial<Subscription>) => JSON.stringify(read(changes).welcome);
    const business = { ...started, stripeProductId: "prod_b" };
    expect(said(business)).toMatch(/ and .* will email you by .* to plan the first session\./);
    expect(said({ subscriptionStartedAt: new Date() })).toMatch(/ or .* will email you by /);
    expect(read({ ...business, cancelAt: date }).welcome).toBeNull();
  });

  test("without a row has no plan", () => {
    expect(viewSubscription(null, catalog)).toMatchObject({
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
    expect(read({ trialEnd: date }).trialEnd).toBeNull();
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
    expect(viewSubscription(row, empty).planId).toBeNull();
  });
});
