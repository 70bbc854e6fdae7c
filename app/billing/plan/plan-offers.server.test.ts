import { describe, expect, test } from "vitest";
import { formatDated } from "~/ui/time/dated-text";
import { billingDate } from "../billing-date";
import { offersForGuest, offersForUser } from "./plan-offers.server";
import type { Subscription } from "./subscription";

const catalogue = {
  prices: { starter: "price_s", pro: "price_p", business: "price_b" },
  products: { starter: "prod_s", pro: "prod_p", business: "prod_b" },
};
const end = billingDate(new Date("2026-12-21T00:00:00Z"), new Date("2026-11-21T00:00:00Z"));
const nobody: Subscription = {
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
};
const pro: Subscription = {
  ...nobody,
  planId: "pro",
  planName: "Pro",
  planIsActive: true,
  status: "active",
  hasHadTrial: true,
  isLive: true,
  price: "$250 a month",
  currentPeriodEnd: end,
};

const leadOf = ({ lead }: ReturnType<typeof offersForGuest>) => formatDated(lead, "UTC");

/** Each button with where it leads and what it costs. */
function told({ offers }: ReturnType<typeof offersForGuest>): string[] {
  return offers.map(
    ({ isYours, label, to, terms }) =>
      `${isYours ? "* " : ""}${label} → ${to}: ${terms ? formatDated(terms, "UTC") : "–"}`,
  );
}

describe("the plans", () => {
  test("lead a guest to an account first, with the plan as what comes next", () => {
    expect(leadOf(offersForGuest(catalogue.prices))).toContain("14-day free trial");
    expect(told(offersForGuest({ ...catalogue.prices, starter: "" }))).toEqual([
      "Choose → /: –",
      "Choose → /auth/signup?next=%2Fpurchase%2Fpro: –",
      "Choose → /auth/signup?next=%2Fpurchase%2Fbusiness: –",
    ]);
  });

  test.each([
    ["has no plan yet", nobody],
    ["cannot be read", undefined],
  ])("lead somebody who %s to a checkout with a trial", (_, subscription) => {
    const page = offersForUser(subscription, catalogue);
    expect(leadOf(page)).toContain("14-day free trial");
    expect(told(page)[1]).toBe("Choose → /purchase/pro: –");
  });

  test("promise no second trial", () => {
    const ended = { ...nobody, planId: "pro", status: "canceled", hasHadTrial: true } as const;
    const page = offersForUser(ended, catalogue);
    expect(leadOf(page)).not.toContain("14-day");
    expect(told(page)).toEqual([
      "Choose → /purchase/starter: $40 today.",
      "Choose → /purchase/pro: $250 today.",
      "Choose → /purchase/business: $1,900 today.",
    ]);
  });

  test("tell a subscriber which is theirs, and what a switch costs today", () => {
    const page = offersForUser(pro, catalogue);
    expect(leadOf(page)).toBe("On the Pro plan, $250 a month. It renews on December 21.");
    expect(told(page)).toEqual([
      "Switch to Starter → /settings/billing: Nothing today. You keep Pro until December 21, then it is $40 a month.",
      "* Manage billing → /settings/billing: –",
      "Switch to Business → /settings/billing: Today you pay the difference for the days until December 21, then $1,900 a month.",
    ]);
    expect(page.offers.map(({ hasCost }) => hasCost)).toEqual([false, false, true]);
  });

  test("keep the trial of whoever switches during it", () => {
    const trial = { ...pro, status: "trialing", trialEnd: end };
    expect(told(offersForUser(trial, catalogue))[2]).toBe(
      "Switch to Business → /settings/billing: Nothing today. The trial goes on until December 21, then it is $1,900 a month.",
    );
  });

  test("name the switch that is scheduled, and sell no other", () => {
    const next = { planName: "Starter", price: "$40 a month" };
    const page = offersForUser({ ...pro, next }, catalogue);
    expect(leadOf(page)).toBe("On the Pro plan until December 21. Then Starter, $40 a month.");
    expect(told(page)).toEqual([
      "Manage billing → /settings/billing: You switch to Starter on December 21.",
      "* Manage billing → /settings/billing: –",
      "Manage billing → /settings/billing: Another change of your plan is already scheduled.",
    ]);
  });

  test("promise nothing to whoever pays an old price", () => {
    expect(told(offersForUser({ ...pro, price: null }, catalogue))[0]).toBe(
      "Switch to Starter → /settings/billing: You see what it costs today before you confirm.",
    );
  });

  test.each<[string, Subscription, string]>([
    [
      "cancelled",
      { ...pro, cancelAt: end },
      "Your plan is canceled. Keep it first, then you can switch.",
    ],
    [
      "past due",
      { ...pro, status: "past_due", planIsActive: false },
      "Update your card first, then you can switch.",
    ],
  ])("are not to be switched while the own one is %s", (_, subscription, terms) => {
    expect(told(offersForUser(subscription, catalogue))[2]).toBe(
      `Manage billing → /settings/billing: ${terms}`,
    );
  });

  test.each<[string, Subscription, string]>([
    ["cancelled", { ...pro, cancelAt: end }, "Keep the plan"],
    ["past due", { ...pro, status: "past_due", planIsActive: false }, "Update your card"],
  ])("name what there is to do about the own one while it is %s", (_, subscription, label) => {
    expect(told(offersForUser(subscription, catalogue))[1]).toBe(
      `* ${label} → /settings/billing: –`,
    );
  });
});
