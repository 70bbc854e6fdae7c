import { describe, expect, test } from "vitest";
import { describePlan } from "~/content/billing/plan-status.server";
import { formatDatedText } from "~/content/dated-text";
import { PRICES } from "../../../tests/support/prices";
import { billingDate } from "../plan/billing-date";
import type { StoredPlan } from "../plan/plan-view.server";
import { createGuestOffers, createUserOffers } from "./plan-offers.server";

const catalog = {
  prices: { starter: "price_s", pro: "price_p", business: "price_b" },
  products: { starter: "prod_s", pro: "prod_p", business: "prod_b" },
};
const end = billingDate(new Date("2026-12-21T00:00:00Z"), new Date("2026-11-21T00:00:00Z"));
const noFacts = {
  status: null,
  planName: null,
  price: null,
  isTrialWithoutCard: false,
  cancelAt: null,
  trialEnd: null,
  currentPeriodEnd: null,
  next: null,
};
const none: StoredPlan = {
  ...noFacts,
  ...describePlan(noFacts),
  planId: null,
  planIsActive: false,
  canFeature: false,
  isLive: false,
  trialDaysLeft: null,
};

function createPlan(changes: Partial<StoredPlan> = {}): StoredPlan {
  const plan: StoredPlan = {
    ...none,
    planId: "pro",
    planName: "Pro",
    planIsActive: true,
    status: "active",
    isLive: true,
    price: PRICES.pro.monthly,
    currentPeriodEnd: end,
    ...changes,
  };
  return { ...plan, ...describePlan(plan) };
}

/** The offers to a reader whose first trial is over. */
const createOffers = (plan: StoredPlan, planCatalog = catalog) =>
  createUserOffers(plan, true, planCatalog);

const formatLead = ({ lead }: ReturnType<typeof createGuestOffers>) => formatDatedText(lead, "UTC");

/** Each button of the first three plans with its target, and terms; "*" marks the current plan. */
function formatOffers({ offers }: ReturnType<typeof createGuestOffers>): string[] {
  return offers.slice(0, 3).map(({ isYours, action, terms }) => {
    const button = action ? `${action.label} → ${action.to}` : "no button";
    return `${isYours ? "* " : ""}${button}: ${terms ? formatDatedText(terms, "UTC") : "–"}`;
  });
}

describe("plan offers", () => {
  test("send a guest to sign up first, with the purchase as the next page", () => {
    expect(formatLead(createGuestOffers(catalog.prices))).toContain("14-day free trial");
    expect(formatOffers(createGuestOffers({ ...catalog.prices, starter: "" }))).toEqual([
      "Choose → /: –",
      "Choose → /auth/signup?next=%2Fpurchase%2Fpro: –",
      "Choose → /auth/signup?next=%2Fpurchase%2Fbusiness: –",
    ]);
  });

  test("send a user without a plan to a checkout with a trial", () => {
    const page = createUserOffers(none, false, catalog);
    expect(formatLead(page)).toBe("All plans include a 14-day free trial.");
    expect(formatOffers(page)[1]).toBe("Choose → /purchase/pro: –");
  });

  test("promise a trial only with the first plan while the subscription cannot be read", () => {
    const page = createUserOffers(undefined, false, catalog);
    expect(formatLead(page)).toBe("Your first plan starts with a 14-day free trial.");
    expect(formatOffers(page)[1]).toBe("Choose → /purchase/pro: –");
  });

  test("do not promise a second trial", () => {
    const page = createOffers({ ...none, planId: "pro", status: "canceled" });
    expect(formatLead(page)).not.toContain("14-day");
    expect(formatOffers(page)).toEqual([
      `Choose → /purchase/starter: ${PRICES.starter.dollars} today.`,
      `Choose → /purchase/pro: ${PRICES.pro.dollars} today.`,
      `Choose → /purchase/business: ${PRICES.business.dollars} today.`,
    ]);
  });

  test("show a subscriber their current plan and what a switch costs today", () => {
    const page = createOffers(createPlan());
    expect(formatLead(page)).toBe(
      `You’re on the Pro plan, ${PRICES.pro.monthly}. It renews on December 21.`,
    );
    expect(formatOffers(page)).toEqual([
      `Switch to Starter → /settings/billing?flow=starter: Nothing today. You keep Pro until December 21, then it’s ${PRICES.starter.monthly}.`,
      "* Manage billing → /settings/billing: –",
      `Switch to Business → /settings/billing?flow=business: Today you pay the prorated difference until December 21, then ${PRICES.business.monthly}.`,
    ]);
    expect(page.offers.slice(0, 3).map(({ isUpgrade }) => isUpgrade)).toEqual([false, false, true]);
  });

  test("keep the trial of a subscriber who switches during it", () => {
    const trial = createPlan({ status: "trialing", trialEnd: end });
    expect(formatOffers(createOffers(trial))[2]).toBe(
      `Switch to Business → /settings/billing?flow=business: Nothing today. Your trial continues until December 21, then it’s ${PRICES.business.monthly}.`,
    );
  });

  test("name a scheduled switch, and offer no other", () => {
    const next = { planName: "Starter", price: PRICES.starter.monthly };
    const page = createOffers(createPlan({ next }));
    expect(formatLead(page)).toBe(
      `You’re on the Pro plan until December 21. Then Starter, ${PRICES.starter.monthly}.`,
    );
    expect(formatOffers(page)).toEqual([
      "no button: You’ll switch to Starter on December 21.",
      "* Keep Pro → /settings/general#plan: –",
      "no button: Another change is scheduled. You can switch after December 21.",
    ]);
  });

  test("promise no terms to a subscriber on an old price", () => {
    expect(formatOffers(createOffers(createPlan({ price: null })))[0]).toBe(
      "Switch to Starter → /settings/billing?flow=starter: You’ll see what it costs today before you confirm.",
    );
  });

  test.each<[string, StoredPlan, string]>([
    ["canceled", createPlan({ cancelAt: end }), "Keep Pro first, then you can switch plans."],
    [
      "past due",
      createPlan({ status: "past_due", planIsActive: false }),
      "Pay the invoice first, then you can switch plans.",
    ],
  ])(
    "say once what to do before a switch while the current plan is %s",
    (_, subscription, first) => {
      const page = createOffers(subscription);
      expect(formatLead(page)).toMatch(new RegExp(`\\. ${first}$`));
      expect(formatOffers(page)[2]).toBe("no button: –");
    },
  );

  test("do not offer a switch to a plan that is not on sale", () => {
    const prices = { ...catalog.prices, business: "" };
    expect(formatOffers(createOffers(createPlan(), { ...catalog, prices }))[2]).toBe(
      "no button: This plan isn’t available yet.",
    );
  });

  test("lead a subscriber of another product to the billing portal", () => {
    const other = createPlan({ planId: null, planName: null, status: "past_due" });
    expect(formatOffers(createOffers(other))[2]).toBe("Manage billing → /settings/billing: –");
  });

  test.each<[string, StoredPlan, string]>([
    [
      "paused",
      createPlan({ status: "paused", planIsActive: false }),
      "Add a card → /settings/billing",
    ],
    ["canceled", createPlan({ cancelAt: end }), "Keep Pro → /settings/general#plan"],
    [
      "past due",
      createPlan({ status: "past_due", planIsActive: false }),
      "Pay the invoice → /settings/billing?flow=pay",
    ],
  ])("show the next step while the current plan is %s", (_, subscription, step) => {
    expect(formatOffers(createOffers(subscription))[1]).toBe(`* ${step}: –`);
  });
});
