/** A yearly and a free plan, by editing app/content/plans.ts: what pages, search engines and Stripe get. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startFixture } from "../packages/local-stripe/testing.ts";
import { catalog, createRow, PLAN_NAMES } from "./support/plans.ts";

const PLANS = path.join(import.meta.dirname, "../app/content/plans.ts");
const FREE_PLAN = `
  { id: "free", name: "Free", price: null, pitch: "For a look around.", perks: ["Your list"] },`;

/** The module after the edits: the first plan is yearly, the others monthly, and one is free. */
async function importEdited(folder: string): Promise<typeof import("../app/content/plans.ts")> {
  const source = (await readFile(PLANS, "utf8"))
    .replaceAll(/\bamount: [\d_]+, interval: "\w+"/g, 'amount: 95, interval: "month"')
    .replace('amount: 95, interval: "month"', 'amount: 1800, interval: "year"')
    .replace(/\{\s*id: "free",[^}]*\},/, "")
    .replace("readonly Plan[] = [", (list) => list + FREE_PLAN);
  const edited = path.join(folder, "plans.ts");
  await writeFile(edited, source);
  return import(/* @vite-ignore */ pathToFileURL(edited).href);
}

beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "other-prices-"));
  vi.resetModules();
  vi.doMock("../app/content/plans.ts", () => importEdited(folder));
  return () => rm(folder, { recursive: true });
});
afterAll(() => {
  vi.doUnmock("../app/content/plans.ts");
  vi.resetModules();
});

/** The yearly and a monthly plan. */
async function findPlans() {
  const [yearly, monthly] = (await import("../app/content/plans.ts")).paidPlans;
  if (!yearly || !monthly) throw new Error("These tests take two plans on sale");
  return { yearly, monthly };
}

test("the free plan is chosen by having an account, and is the plan of one without a live subscription", async () => {
  const { createGuestOffers, createUserOffers } = await import(
    "../app/billing/ui/plan-offers.server.ts"
  );
  const { viewSubscription } = await import("../app/billing/plan/subscription-view.server.ts");
  const findFree = ({ offers }: ReturnType<typeof createGuestOffers>) =>
    offers.find(({ planId }) => planId === "free");
  const chosen = { label: "Choose", to: "/auth/signup?next=%2Fdashboard" };
  expect(findFree(createGuestOffers(catalog.prices))).toMatchObject({ action: chosen });
  const none = viewSubscription(null, catalog);
  expect(none).toMatchObject({ planName: "Free", text: ["You’re on the Free plan."] });
  expect(viewSubscription(null, catalog, true).planName).toBeNull();
  const unsubscribed = createUserOffers(none, false, catalog);
  expect(unsubscribed.lead).toEqual([
    "You don’t have a paid plan. All paid plans include a 14-day free trial.",
  ]);
  const yours = { isYours: true, action: null, terms: null };
  expect(findFree(unsubscribed)).toMatchObject(yours);
  expect(unsubscribed.isSubscribed).toBe(false);
  const unread = createUserOffers(undefined, false, catalog);
  expect(findFree(unread)).toMatchObject({ isYours: false, action: null });

  const name = PLAN_NAMES.pro;
  for (const [stripeSubscriptionStatus, said] of [
    [
      "canceled",
      `Your ${name} plan and the work it covered have ended. Your items are kept. You’re on the Free plan.`,
    ],
    [
      "incomplete_expired",
      `Your ${name} plan never started because the first payment wasn’t made in time. You’re on the Free plan.`,
    ],
  ] as const) {
    const ended = viewSubscription(createRow({ stripeSubscriptionStatus }), catalog);
    expect(ended).toMatchObject({ planName: "Free", text: [said] });
    const { offers } = createUserOffers(ended, true, catalog);
    expect(offers.filter(({ isYours }) => isYours)).toMatchObject([{ planId: "free", ...yours }]);
  }

  const pro = viewSubscription(createRow(), catalog);
  expect(pro.planName).toBe(name);
  const subscribed = createUserOffers(pro, false, catalog);
  expect(findFree(subscribed)).toMatchObject({ isYours: false, action: null });
  expect(subscribed.isSubscribed).toBe(true);
});

test("a price is for its interval in every text, and another interval is left to Stripe to work out", async () => {
  const { yearly, monthly } = await findPlans();
  const { pricing } = await import("../app/content/marketing/pricing.ts");
  const { describeTrialTerms } = await import("../app/billing/plan/offer-terms.server.ts");
  const { createUserOffers } = await import("../app/billing/ui/plan-offers.server.ts");
  const { viewSubscription } = await import("../app/billing/plan/subscription-view.server.ts");
  expect(pricing.terms[2].text).toMatch(/^Billed monthly or yearly in US dollars\./);
  expect(describeTrialTerms(yearly, false)).toMatch(/, then it’s \$1,800 a year\.$/);
  expect(describeTrialTerms(yearly, true)).toMatch(/, so your first year \(\$1,800\) is charged/);
  const stripePriceId = catalog.prices[yearly.id];
  const stripeProductId = catalog.products[yearly.id];
  const row = createRow({ stripePriceId, stripeProductId, priceText: "$1,800 a year" });
  const view = viewSubscription(row, catalog);
  expect(view.isListPrice).toBe(true);
  const { offers } = createUserOffers(view, false, catalog);
  expect(offers.find(({ planId }) => planId === monthly.id)).toMatchObject({
    action: { to: `/settings/billing?flow=${monthly.id}` },
    terms: ["The billing page shows whether you can switch, and what it costs."],
  });
});

test("structured data says what a price is for, and that the free plan has none", async () => {
  const { structuredPrice } = await import("../app/marketing/structured-price.ts");
  const { freePlan } = await import("../app/content/plans.ts");
  const { yearly, monthly } = await findPlans();
  const unit = (unitCode: string) => ({ referenceQuantity: { unitCode } });
  expect(structuredPrice(yearly)).toMatchObject({ price: 1_800, ...unit("ANN") });
  expect(structuredPrice(monthly)).toMatchObject({ price: 95, ...unit("MON") });
  const free = freePlan && structuredPrice(freePlan);
  expect(free).toEqual({ "@type": "UnitPriceSpecification", priceCurrency: "USD", price: 0 });
});

test("set-up creates the yearly price at Stripe, and nothing for the free plan", async () => {
  const { ensurePrices } = await import("../ops/resources/stripe-prices.ts");
  await using fixture = await startFixture({ prices: [] });
  const ensured = await ensurePrices(fixture.stripe, "studio");
  expect(ensured.map(({ plan }) => plan)).not.toContain("free");
  const { yearly } = await findPlans();
  const { data } = await fixture.stripe.prices.list({ lookup_keys: [`${yearly.id}_yearly`] });
  expect(data).toMatchObject([{ unit_amount: 180_000, recurring: { interval: "year" } }]);
  expect(await ensurePrices(fixture.stripe, "studio")).toEqual(ensured);
});
