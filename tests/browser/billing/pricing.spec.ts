/** The pricing page for guests, subscribers and former subscribers, and its paths to sign-up and checkout. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import { signInWithTokens } from "../../support/browser/accounts.ts";
import {
  BACK_FROM_PORTAL,
  CARDS,
  callStripeControl,
  payWith,
  stripe,
  test,
  waitForCheckout,
} from "../../support/browser/billing.ts";
import {
  createAccount,
  expect,
  getConfirmLink,
  latestEmail,
  PASSWORD,
} from "../../support/browser/fixtures.ts";
import { escapeRegExp, PRICES } from "../../support/prices.ts";

const DAY_S = 86_400;
const DAY = String.raw`\w+ \d+(, \d{4})?`;

const plan = (page: Page, name: string) =>
  page.locator("main > ul > li").filter({ has: page.getByRole("heading", { name, exact: true }) });

const SIGN_UP_FOR_PRO = `You chose the Pro plan. The first 14 days are free, then it’s ${PRICES.pro.monthly}. After you confirm your email, you’ll continue to payment.`;
const BUSINESS_MONTHLY = escapeRegExp(PRICES.business.monthly);
const STARTER_MONTHLY = escapeRegExp(PRICES.starter.monthly);

test.describe("a guest who chooses Pro", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/pricing");
    await plan(page, "Pro").getByRole("link", { name: "Choose Pro" }).click();
    await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    await expect(page.getByText(SIGN_UP_FOR_PRO)).toBeVisible();
    await page.locator("html[data-hydrated]").waitFor();
  });

  test("signs up, confirms the email and reaches the checkout", async ({ page, email }) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText("Thanks for signing up!")).toBeVisible();
    await page.goto(getConfirmLink(await latestEmail(email)));
    await page.getByRole("button", { name: "Continue to your account" }).click();
    await waitForCheckout(page);
    await expect(page.getByRole("heading", { name: "Pro" })).toBeVisible();
    await expect(page.getByText("$0.00 today")).toBeVisible();
  });

  test("signs in to an existing account and reaches the checkout", async ({ page, email }) => {
    await createAccount(email);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(
      page.getByText("You chose the Pro plan. Sign in to continue to payment."),
    ).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await waitForCheckout(page);
  });
});

test("a guest gets the cached page, without a session or Stripe.js", async ({ request, page }) => {
  const first = await request.get("/pricing");
  const again = await request.get("/pricing");
  expect(await again.text()).toBe(await first.text());
  expect(first.headers()["set-cookie"]).toBeUndefined();
  const scripts: string[] = [];
  page.on("request", (sent) => scripts.push(sent.url()));
  await page.goto("/pricing");
  expect(scripts.filter((url) => url.includes("stripe"))).toEqual([]);
});

test("a user without a plan goes straight to the checkout", async ({ page, person: _ }) => {
  await page.goto("/pricing");
  await expect(page.getByText("All plans include a 14-day free trial.")).toBeVisible();
  await plan(page, "Pro").getByRole("link", { name: "Choose Pro" }).click();
  await waitForCheckout(page);
});

const UPGRADE_TERMS = new RegExp(
  `^Today you pay the prorated difference until ${DAY}, then ${BUSINESS_MONTHLY}\\.$`,
);
const UPGRADE_COST = new RegExp(
  `^Today you pay \\$[\\d,]+\\.\\d\\d until ${DAY}, then ${BUSINESS_MONTHLY}\\.$`,
);

test("a subscriber sees their current plan, and what a switch costs today", async ({
  page,
  subscriber: { customerId: customer },
}) => {
  await callStripeControl("advance", { customer, seconds: 15 * DAY_S });
  await page.goto("/pricing");
  await expect(
    page.getByText(`You’re on the Pro plan, ${PRICES.pro.monthly}. It renews on`),
  ).toBeVisible();
  await expect(page.getByText("14-day free trial")).toBeHidden();
  await expect(plan(page, "Pro").getByText("Your plan")).toBeVisible();
  await expect(page.getByText("Recommended", { exact: true })).toBeHidden();
  await expect(plan(page, "Starter")).toContainText(
    new RegExp(`Nothing today. You keep Pro until ${DAY}, then it’s ${STARTER_MONTHLY}.`),
  );
  await expectAccessible(page);
  const offer = plan(page, "Business").getByText(UPGRADE_COST);
  await expect(offer).toBeVisible();
  const [, previewed] = /\$([\d,.]+) until/.exec((await offer.textContent()) ?? "") ?? [];

  await plan(page, "Business").getByRole("link", { name: "Switch to Business" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
  const paid = (invoice?.amount_paid ?? 0) / 100;
  // The proration decreases by a few cents a minute.
  expect(Math.abs(Number(previewed?.replaceAll(",", "")) - paid)).toBeLessThan(0.5);
});

test("while Stripe does not answer, a switch's terms stay, with the layout of its cost", async ({
  page,
  subscriber,
}) => {
  const card = plan(page, "Business");
  const measure = async () => {
    const boxes: unknown[] = [];
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      boxes.push(await card.boundingBox());
    }
    return boxes;
  };
  const [subscription] = (await stripe.subscriptions.list({ customer: subscriber.customerId }))
    .data;
  const path = `/v1/subscriptions/${subscription?.id}`;
  await callStripeControl("faults", { path, outcome: "close", times: 2 });
  await page.goto("/pricing");
  await expect(card.getByText(UPGRADE_TERMS)).toBeVisible();
  const terms = await measure();
  await page.reload();
  await expect(card.getByText(UPGRADE_COST)).toBeVisible();
  await expect(card.getByText(UPGRADE_TERMS)).toBeHidden();
  expect(await measure()).toEqual(terms);
});

test("a user whose customer was deleted at Stripe is not promised a second trial", async ({
  page,
  subscriber,
  sql,
}) => {
  await sql`update public.customers set trial_used_at = now() where user_id = ${subscriber.id}`;
  await stripe.customers.del(subscriber.customerId);
  await expect
    .poll(
      () => sql`
      select stripe_customer_id from public.customers where user_id = ${subscriber.id}`,
    )
    .toMatchObject([{ stripe_customer_id: null }]);
  await page.goto("/pricing");
  await expect(page.getByText("You’ve already used your free trial")).toBeVisible();
  await page.route("**/purchase/pro.data*", (route) => route.abort());
  await page.goto("/purchase/pro");
  await expect(
    page.getByText(`your first month (${PRICES.pro.dollars}) is charged today.`),
  ).toBeVisible();
});

test("'Choose' works after a sign-in in another tab", async ({ page, context, createPerson }) => {
  await page.goto("/pricing");
  const { email } = await createPerson();
  await signInWithTokens(context, email);
  await plan(page, "Pro").getByRole("link", { name: "Choose Pro" }).click();
  await waitForCheckout(page);
});

test.describe("the greeting of a new subscriber", () => {
  const greeting = (page: Page) => page.getByText("You are now subscribed to the pro plan");

  test("is shown once: not after a reload, or on return", async ({ page, person: _ }) => {
    await page.goto("/purchase/pro");
    await waitForCheckout(page);
    await payWith(page, CARDS.pays);
    await expect(greeting(page)).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "Plan", exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
    await expect(greeting(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
    await expect(greeting(page)).toBeHidden();
  });

  test("stays visible while the page is used", async ({ page, person }) => {
    await person.subscribe("pro");
    await page.goto("/dashboard?paid=true");
    await page.locator("html[data-hydrated]").waitFor();
    await page.getByRole("button", { name: "Add item" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Quarterly report");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Quarterly report" })).toBeVisible();
    await expect(greeting(page)).toBeVisible();
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("is shown after a reload", async ({ page, person }) => {
      await page.goto("/dashboard?paid=true");
      // A text locator does not look into <noscript>.
      const notice = page.getByRole("status").filter({ hasText: "Thank you!" });
      await expect(notice).toContainText("Reload this page in a moment.", { useInnerText: true });
      await expect(notice).not.toContainText("updates automatically", { useInnerText: true });
      await person.subscribe("pro");
      await page.reload();
      await expect(greeting(page)).toBeVisible();
    });
  });
});
