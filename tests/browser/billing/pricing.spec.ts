/** The pricing page for guests, subscribers and former subscribers, and its paths to sign-up and checkout. */

import type { Page } from "@playwright/test";
import { pricing } from "../../../app/content/marketing/pricing.ts";
import { formatDollars, plans } from "../../../app/content/plans.ts";
import { LOCAL_PRICES } from "../../../tools/shared/settings.ts";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import { signInWithTokens } from "../../support/browser/accounts.ts";
import {
  BACK_FROM_PORTAL,
  callStripeControl,
  stripe,
  test,
  waitForCheckout,
} from "../../support/browser/billing.ts";
import { expect, getConfirmLink, latestEmail, PASSWORD } from "../../support/browser/fixtures.ts";
import { escapeRegExp, hasOtherInterval, PLAN_NAMES, PRICES } from "../../support/plans.ts";

const DAY_S = 86_400;
const DAY = String.raw`\w+ \d+(, \d{4})?`;

const plan = (page: Page, name: string) =>
  page.locator("main > ul > li").filter({ has: page.getByRole("heading", { name, exact: true }) });

const SIGN_UP_FOR_PRO = `The first 14 days are free, then it’s ${PRICES.pro.listed}. You’ll add a card after you confirm your email.`;
const BUSINESS_PRICE = escapeRegExp(PRICES.business.listed);
const STARTER_PRICE = escapeRegExp(PRICES.starter.listed);

test("the page shows every plan with its perks, recommends one, and aligns their buttons", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto("/pricing");
  await expect(page.getByText(pricing.lead)).toBeVisible();
  await expect(page.getByText("Recommended", { exact: true })).toHaveCount(1);
  const tops = new Map<number, number>();
  for (const { name, price, perks } of plans) {
    const card = plan(page, name);
    await expect(card.getByText(formatDollars(price?.amount ?? 0), { exact: true })).toBeVisible();
    if (price) await expect(card.getByText(`per ${price.interval}`)).toBeVisible();
    await expect(card.getByRole("listitem")).toHaveText([...perks]);
    const button = await card.getByRole("link", { name: "Choose" }).boundingBox();
    const top = Math.round(button?.y ?? 0);
    const row = Math.round((await card.boundingBox())?.y ?? 0);
    // Of the cards in a row.
    expect(top).toBe(tops.get(row) ?? top);
    tops.set(row, top);
  }
});

test("a guest who chooses a plan signs up, or signs in, and reaches the checkout", async ({
  page,
  email,
}) => {
  const choosePro = async () => {
    await page.goto("/pricing");
    await plan(page, PLAN_NAMES.pro)
      .getByRole("link", { name: `Choose ${PLAN_NAMES.pro}` })
      .click();
    await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
    await expect(page.getByText(`${PLAN_NAMES.pro} plan`, { exact: true })).toBeVisible();
    await expect(page.getByText(SIGN_UP_FOR_PRO)).toBeVisible();
    await page.locator("html[data-hydrated]").waitFor();
  };
  await choosePro();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Thanks for signing up!")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(`continue to the ${PLAN_NAMES.pro} plan.`);
  const mail = await latestEmail(email);
  expect(mail.html).toContain(`You’ll continue to the ${PLAN_NAMES.pro} plan.`);
  await page.goto(getConfirmLink(mail));
  await page.getByRole("button", { name: `Confirm and continue to ${PLAN_NAMES.pro}` }).click();
  await waitForCheckout(page);
  await expect(page.getByRole("heading", { name: PLAN_NAMES.pro })).toBeVisible();
  await expect(page.getByText("$0.00 today")).toBeVisible();
  // The used link is not in the history: the page before is sign-up, which leads a signed-in user on.
  await page.goBack({ waitUntil: "commit" });
  await waitForCheckout(page);
  // Opened again, the used link leads on as well.
  await page.goto(getConfirmLink(mail));
  await waitForCheckout(page);
  await expect(page.getByRole("heading", { name: PLAN_NAMES.pro })).toBeVisible();

  await page.context().clearCookies();
  await choosePro();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(
    page.getByText("Sign in to continue. If it’s your first plan, you pay nothing today."),
  ).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await waitForCheckout(page);
});

/** The columns that `STATES` change. */
const ACTIVE = {
  stripe_subscription_status: "active",
  stripe_price_id: LOCAL_PRICES.pro,
  stripe_next_price_id: null,
  cancel_at: null,
  trial_end: null,
};

const ASK_STRIPE = "The billing page shows whether you can switch, and what it costs.";
const UPGRADE_TERMS = new RegExp(
  `^Today you pay the prorated difference, shown before you confirm\\. From ${DAY}, it’s ${BUSINESS_PRICE}\\.$`,
);
test("a subscriber sees their current plan, and what a switch costs today", async ({
  page,
  subscriber: { customerId: customer },
}) => {
  await callStripeControl("advance", { customer, seconds: 15 * DAY_S });
  await page.goto("/pricing");
  await expect(
    page.getByText(`You’re on the ${PLAN_NAMES.pro} plan, ${PRICES.pro.listed}. It renews on`),
  ).toBeVisible();
  await expect(page.getByText("14-day free trial")).toBeHidden();
  await expect(plan(page, PLAN_NAMES.pro).getByText("Your plan")).toBeVisible();
  await expect(page.getByText("Recommended", { exact: true })).toBeHidden();
  const downgrade = `You pay nothing today. You keep ${PLAN_NAMES.pro} until ${DAY}, then it’s ${STARTER_PRICE}.`;
  await expect(plan(page, PLAN_NAMES.starter)).toContainText(
    hasOtherInterval("pro", "starter") ? ASK_STRIPE : new RegExp(downgrade),
  );
  await expectAccessible(page);
  await expect(
    plan(page, PLAN_NAMES.business).getByText(
      hasOtherInterval("pro", "business") ? ASK_STRIPE : UPGRADE_TERMS,
    ),
  ).toBeVisible();

  await plan(page, PLAN_NAMES.business)
    .getByRole("link", { name: `Switch to ${PLAN_NAMES.business}` })
    .click();
  await expect(page.getByRole("heading", { name: "Confirm your updates" })).toBeVisible();
  await expect(page.getByText(/^Amount due today: \$[\d,]+\.\d\d$/)).toBeVisible();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
  const paid = ((invoice?.amount_paid ?? 0) / 100).toLocaleString("en-US", {
    minimumFractionDigits: 2,
  });
  const charged = `You’re on ${PLAN_NAMES.business} now. $${paid} was charged to your Visa ending in 4242`;
  const switched = new RegExp(
    `(You’re on ${PLAN_NAMES.business} now|Your switch to ${PLAN_NAMES.business} is scheduled)\\.`,
  );
  await expect(
    page.getByText(hasOtherInterval("pro", "business") ? switched : charged),
  ).toBeVisible();
});

const STATES = {
  trial: { stripe_subscription_status: "trialing", trial_end: "2036-12-04T12:00:00Z" },
  "on another price": { stripe_price_id: "price_other" },
  "switch scheduled": { stripe_next_price_id: LOCAL_PRICES.starter },
  canceled: { cancel_at: "2036-12-04T12:00:00Z" },
  "past due": { stripe_subscription_status: "past_due" },
  paused: { stripe_subscription_status: "paused" },
  ended: { stripe_subscription_status: "canceled" },
} as const;

test("in every state, the buttons keep their height and line up", async ({
  page,
  subscriber,
  sql,
}) => {
  const check = async (state: string) => {
    await page.goto("/pricing");
    // The narrowest of each layout.
    for (const width of [1024, 768, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = await page.locator("main > ul > li a").evaluateAll((links) =>
        links.map((link) => {
          const { top, height } = link.getBoundingClientRect();
          return { top, height, cardTop: Number(link.closest("li")?.getBoundingClientRect().top) };
        }),
      );
      expect(boxes.length, state).toBeGreaterThan(0);
      for (const { height } of boxes) expect(height, `${state}, ${width}`).toBeLessThanOrEqual(52);
      const below = new Map(
        boxes.map(({ top, cardTop }) => [Math.round(cardTop), Math.round(top)]),
      );
      for (const { top, cardTop } of boxes) {
        if (width < 768) continue;
        expect(Math.round(top), `${state}, ${width}`).toBe(below.get(Math.round(cardTop)));
      }
    }
  };
  await check("active");
  for (const [state, columns] of Object.entries(STATES)) {
    await sql`
      update public.customers set ${sql({ ...ACTIVE, ...columns })} where user_id = ${subscriber.id}`;
    await check(state);
  }
  await page.context().clearCookies();
  await check("guest");
});

test("'Choose' works after a sign-in in another tab", async ({ page, context, createPerson }) => {
  await page.goto("/pricing");
  const { email } = await createPerson();
  await signInWithTokens(context, email);
  await plan(page, PLAN_NAMES.pro)
    .getByRole("link", { name: `Choose ${PLAN_NAMES.pro}` })
    .click();
  await waitForCheckout(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a plan is bought with one button, and the subscriber greeted after a reload", async ({
    page,
    person,
  }) => {
    await page.goto("/purchase/pro");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await waitForCheckout(page);
    const [id] = page.url().match(/cs_\w+/) ?? [];
    await callStripeControl("faults", {
      path: `/v1/checkout/sessions/${id}`,
      outcome: "close",
      times: 3,
    });
    await page.goto(`/dashboard?paid=true&session=${id}`);
    // A text locator does not look into <noscript>.
    const notice = page.getByRole("status").filter({ hasText: "We’re waiting" });
    await expect(notice).not.toContainText("updates automatically", { useInnerText: true });
    await person.subscribe("pro");
    await notice.getByRole("link", { name: "Reload this page in a moment" }).click();
    const greeting = page.getByText(`You are now subscribed to the ${PLAN_NAMES.pro} plan`);
    await expect(greeting).toBeVisible();
    // It is said once.
    await page.reload();
    await expect(greeting).toHaveCount(0);
  });
});
