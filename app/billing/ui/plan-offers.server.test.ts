import { describe, expect, test } from "vitest";
import { pricing } from "~/content/marketing/pricing";
import { formatDatedText } from "~/ui/time/dated-text";
import {
  catalog,
  createRow,
  hasOtherInterval,
  PERIOD_END,
  PLAN_NAMES,
  PRICES,
} from "../../../tests/support/plans";
import { type Subscription, viewSubscription } from "../plan/subscription-view.server";
import { createGuestOffers, createUserOffers } from "./plan-offers.server";

const MANAGE =
  "* Manage billing → /settings/billing: Change your card, see your invoices, or cancel.";
const ASK_STRIPE = "The billing page shows whether you can switch, and what it costs.";

/** The offers to a user whose first trial is over. */
const createOffers = (changes: Partial<Subscription> = {}, planCatalog = catalog) =>
  createUserOffers(viewSubscription(createRow(changes), planCatalog), true, planCatalog);

const formatLead = ({ lead }: ReturnType<typeof createGuestOffers>) => formatDatedText(lead, "UTC");

/** The plans whose offers these tests know; a product may have more. */
const KNOWN: readonly string[] = ["starter", "pro", "business"];

/** Each of their buttons with its target, and terms; "*" marks the current plan. */
function formatOffers({ offers }: ReturnType<typeof createGuestOffers>): string[] {
  const known = offers.filter(({ planId }) => KNOWN.includes(planId));
  return known.map(({ isYours, action, terms }) => {
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
    const page = createUserOffers(viewSubscription(null, catalog), false, catalog);
    expect(formatLead(page)).toBe(`${pricing.noPlan} ${pricing.lead}`);
    expect(formatOffers(page)[1]).toBe("Choose → /purchase/pro: –");
  });

  test("promise a trial only with the first plan while the subscription cannot be read", () => {
    const page = createUserOffers(undefined, false, catalog);
    expect(formatLead(page)).toBe(pricing.firstTrial);
    expect(formatOffers(page)[1]).toBe("Choose → /purchase/pro: –");
  });

  test("do not promise a second trial", () => {
    const page = createOffers({ stripeSubscriptionStatus: "canceled" });
    expect(formatLead(page)).not.toContain("14-day");
    expect(formatOffers(page)).toEqual([
      `Choose → /purchase/starter: ${PRICES.starter.dollars} today.`,
      `Choose → /purchase/pro: ${PRICES.pro.dollars} today.`,
      `Choose → /purchase/business: ${PRICES.business.dollars} today.`,
    ]);
  });

  test("show a subscriber their current plan and what a switch costs today", () => {
    const page = createOffers();
    expect(formatLead(page)).toBe(
      `You’re on the ${PLAN_NAMES.pro} plan, ${PRICES.pro.listed}. It renews on December 21, 2126.`,
    );
    const downgrade = `You pay nothing today. You keep ${PLAN_NAMES.pro} until December 21, 2126, then it’s ${PRICES.starter.listed}.`;
    const upgrade = `Today you pay the prorated difference, shown before you confirm. From December 21, 2126, it’s ${PRICES.business.listed}.`;
    expect(formatOffers(page)).toEqual([
      `Switch to ${PLAN_NAMES.starter} → /settings/billing?flow=starter: ${hasOtherInterval("pro", "starter") ? ASK_STRIPE : downgrade}`,
      MANAGE,
      `Switch to ${PLAN_NAMES.business} → /settings/billing?flow=business: ${hasOtherInterval("pro", "business") ? ASK_STRIPE : upgrade}`,
    ]);
  });

  test("keep the trial of a subscriber who switches during it", () => {
    const trial = { stripeSubscriptionStatus: "trialing", trialEnd: PERIOD_END };
    expect(formatOffers(createOffers(trial))[2]).toBe(
      `Switch to ${PLAN_NAMES.business} → /settings/billing?flow=business: You pay nothing today. Your trial continues until December 21, 2126, then it’s ${PRICES.business.listed}.`,
    );
  });

  test("name a scheduled switch, and offer no other", () => {
    const page = createOffers({ stripeNextPriceId: "price_s" });
    expect(formatLead(page)).toBe(
      `You’re on the ${PLAN_NAMES.pro} plan until December 21, 2126. Then ${PLAN_NAMES.starter}, ${PRICES.starter.listed}.`,
    );
    expect(formatOffers(page)).toEqual([
      `no button: You’ll switch to ${PLAN_NAMES.starter} on December 21, 2126.`,
      `* Keep ${PLAN_NAMES.pro} → /settings/general: –`,
      "no button: Another change is scheduled. You can switch after December 21, 2126.",
    ]);
  });

  test("promise no switch to a subscriber on an old price, or in another currency", () => {
    const page = createOffers({ priceText: "€2,300 a year" });
    expect(formatOffers(page).slice(0, 2)).toEqual([`no button: ${ASK_STRIPE}`, MANAGE]);
    expect(page.offers.flatMap(({ price }) => price ?? [])).toEqual(["€2,300 a year"]);
    expect(formatOffers(createOffers({ priceText: null }))[1]).toContain(
      "This is the price of a new plan.",
    );
  });

  test.each<[Partial<Subscription>, first: string, own: string, above?: string]>([
    [
      { cancelAt: PERIOD_END },
      `Keep ${PLAN_NAMES.pro} first. Then you can switch plans.`,
      `* Keep ${PLAN_NAMES.pro} → /settings/general: –`,
    ],
    [
      { stripeSubscriptionStatus: "past_due" },
      "You can switch plans once yours is active.",
      MANAGE,
      "Pay the invoice",
    ],
    [
      { stripeSubscriptionStatus: "paused", statusDetail: "trial_end_without_payment_method" },
      "You can switch plans once yours is active.",
      MANAGE,
      "Add a card",
    ],
    [
      { stripeSubscriptionStatus: "past_due", statusDetail: "processing" },
      "You can switch plans once yours is active.",
      MANAGE,
    ],
  ])("say in place of a switch what has to come first with %o", (row, first, own, above) => {
    const page = createOffers(row);
    expect(page.paused?.action?.label).toBe(above);
    const other = `no button: ${first}`;
    expect(formatOffers(page)).toEqual([other, own, other]);
  });

  test("do not offer a switch to a plan that is not on sale", () => {
    const prices = { ...catalog.prices, business: "" };
    expect(formatOffers(createOffers({}, { ...catalog, prices }))[2]).toBe(
      "no button: This plan isn’t available yet.",
    );
  });

  test("lead a subscriber of another product to the billing portal", () => {
    const other = { stripePriceId: "price_x", stripeProductId: "prod_x" };
    const page = createOffers({ ...other, stripeSubscriptionStatus: "past_due" });
    expect(formatOffers(page)[2]).toBe(
      "Manage billing → /settings/billing: You can switch plans once yours is active.",
    );
  });
});
