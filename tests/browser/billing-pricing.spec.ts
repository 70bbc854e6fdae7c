/** The pricing page for guests, subscribers and those who were, and the way from it to an account and a checkout. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { signInWithTokens } from "../support/account-fixtures.ts";
import {
  CARDS,
  callStripeControl,
  payWith,
  stripe,
  test,
  waitForCheckout,
} from "../support/billing-fixtures.ts";
import {
  createAccount,
  expect,
  getConfirmLink,
  latestEmail,
  localUrls,
  PASSWORD,
} from "../support/fixtures.ts";

const DAY_S = 86_400;
const DAY = String.raw`\w+ \d+(, \d{4})?`;

const plan = (page: Page, name: string) =>
  page.locator("main > ul > li").filter({ has: page.getByRole("heading", { name, exact: true }) });

const SIGN_UP_FOR_PRO =
  "You chose the Pro plan. The first 14 days are free, then it is $250 a month. Once your email is confirmed you go on to payment.";

test.describe("a guest who chooses Pro", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/pricing");
    await plan(page, "Pro").getByRole("link", { name: "Choose Pro" }).click();
    await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    await expect(page.getByText(SIGN_UP_FOR_PRO)).toBeVisible();
    await page.locator("html[data-hydrated]").waitFor();
  });

  test("signs up, confirms the mail and lands in its checkout", async ({ page, email }) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText("Thanks for signing up!")).toBeVisible();
    await page.goto(getConfirmLink(await latestEmail(email)));
    await page.getByRole("button", { name: "Continue to the Pro plan" }).click();
    await waitForCheckout(page);
    await expect(page.getByRole("heading", { name: "Pro" })).toBeVisible();
    await expect(page.getByText("$0.00 today")).toBeVisible();
  });

  test("with a provider lands in its checkout", async ({ page }) => {
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: /gina@example\.com/ }).click();
    await waitForCheckout(page);
  });

  test("has an account already, signs in instead, and lands in its checkout", async ({
    page,
    email,
  }) => {
    await createAccount(email);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(
      page.getByText("You chose the Pro plan. Sign in to go on to payment."),
    ).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await waitForCheckout(page);
  });

  test("with a link by mail lands in its checkout", async ({ page, email }) => {
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByText("Sign in to go on to payment.")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Email me a sign-in link" }).click();
    await page.goto(getConfirmLink(await latestEmail(email)));
    await page.getByRole("button", { name: "Continue to the Pro plan" }).click();
    await waitForCheckout(page);
  });
});

test("a guest gets the cached page, and asks neither for a session nor for Stripe.js", async ({
  request,
  page,
}) => {
  const first = await request.get("/pricing");
  const again = await request.get("/pricing");
  expect(again.headers()["server-timing"]).toContain("cache;desc=hit");
  expect(await again.text()).toBe(await first.text());
  expect(first.headers()["set-cookie"]).toBeUndefined();
  const scripts: string[] = [];
  page.on("request", (asked) => scripts.push(asked.url()));
  await page.goto("/pricing");
  expect(scripts.filter((url) => url.includes("stripe"))).toEqual([]);
});

test("somebody without a plan goes straight to the checkout", async ({ page, person: _ }) => {
  await page.goto("/pricing");
  await expect(page.getByText("All plans include a 14-day free trial.")).toBeVisible();
  await plan(page, "Pro").getByRole("link", { name: "Choose Pro" }).click();
  await waitForCheckout(page);
});

test("a subscriber sees which plan is theirs, and what a switch costs today, as Stripe counts it", async ({
  page,
  subscriber,
}) => {
  const { customerId: customer } = subscriber;
  await callStripeControl("advance", { customer, seconds: 15 * DAY_S });
  await page.goto("/pricing");
  await expect(page.getByText(/On the Pro plan, \$250 a month\. It renews on/)).toBeVisible();
  await expect(page.getByText("14-day free trial")).toBeHidden();
  await expect(plan(page, "Pro").getByText("Your plan")).toBeVisible();
  await expect(page.getByText("We recommend this")).toBeHidden();
  await expect(plan(page, "Starter")).toContainText(
    new RegExp(`Nothing today. You keep Pro until ${DAY}, then it is \\$40 a month.`),
  );
  const offer = plan(page, "Business").getByText(
    new RegExp(`^\\$[\\d,]+\\.\\d\\d today, then \\$1,900 a month from ${DAY}\\.$`),
  );
  await expect(offer).toBeVisible();
  const promised = /\$([\d,.]+) today/.exec((await offer.textContent()) ?? "")?.[1];

  await plan(page, "Business").getByRole("link", { name: "Switch to Business" }).click();
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
  await page.getByText("Switch plan").first().click();
  await page.getByLabel("New plan").selectOption({ label: "Business, $1,900.00 per month" });
  await page.getByRole("button", { name: "Switch plan" }).click();
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
  const paid = (invoice?.amount_paid ?? 0) / 100;
  // A switch a minute later costs four cents less.
  expect(Math.abs(Number(promised?.replaceAll(",", "")) - paid)).toBeLessThan(0.2);
});

test("while Stripe does not answer the rule stands where the amount would", async ({
  page,
  subscriber: _,
  sql,
  person,
}) => {
  await sql`
    update public.customers set stripe_subscription_id = 'sub_of_nobody' where user_id = ${person.id}`;
  await page.goto("/pricing");
  await expect(plan(page, "Business")).toContainText(
    new RegExp(`Today you pay the difference for the days until ${DAY}, then \\$1,900 a month.`),
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the rule says what a switch costs", async ({ page, subscriber: _ }) => {
    await page.goto("/pricing");
    await expect(plan(page, "Business").getByText(/Today you pay the difference/)).toBeVisible();
    await expect(plan(page, "Pro").getByText("Your plan")).toBeVisible();
  });

  test("a guest is asked to sign up with Pro named", async ({ page }) => {
    await page.goto("/pricing");
    await plan(page, "Pro").getByRole("link", { name: "Choose Pro" }).click();
    await expect(page.getByText(SIGN_UP_FOR_PRO)).toBeVisible();
  });
});

test("during the trial a switch costs nothing today", async ({ page, trialist: _ }) => {
  await page.goto("/pricing");
  await expect(page.getByText(/On the Pro trial until .* Then \$250 a month\./)).toBeVisible();
  await expect(plan(page, "Business")).toContainText(
    new RegExp(`Nothing today. The trial goes on until ${DAY}, then it is \\$1,900 a month.`),
  );
});

test("whoever has had the trial is promised no second one", async ({
  page,
  trialist,
  untilStatus,
}) => {
  const [subscription] = (await stripe.subscriptions.list({ customer: trialist.customerId })).data;
  await stripe.subscriptions.cancel(subscription?.id ?? "");
  await untilStatus(trialist, "canceled");
  await page.goto("/pricing");
  await expect(page.getByText("You have had your free trial")).toBeVisible();
  await expect(page.getByText("14-day free trial")).toBeHidden();
  await expect(plan(page, "Pro")).toContainText("$250 today.");
  await expect(plan(page, "Pro").getByRole("link", { name: "Choose Pro" })).toBeVisible();
});

test("nor when Stripe has no customer any more", async ({ page, subscriber, sql }) => {
  await sql`update public.customers set trial_used_at = now() where user_id = ${subscriber.id}`;
  await stripe.customers.del(subscriber.customerId);
  await expect
    .poll(
      () => sql`
      select stripe_customer_id from public.customers where user_id = ${subscriber.id}`,
    )
    .toMatchObject([{ stripe_customer_id: null }]);
  await page.goto("/pricing");
  await expect(page.getByText("You have had your free trial")).toBeVisible();
  await page.route("**/purchase/pro.data*", (route) => route.abort());
  await page.goto("/purchase/pro");
  await expect(page.getByText("the first month, $250, is charged today.")).toBeVisible();
});

test("a page that somebody signed in over in another tab leads on all the same", async ({
  page,
  context,
  createPerson,
}) => {
  await page.goto("/pricing");
  const { email } = await createPerson();
  await signInWithTokens(context, email);
  await plan(page, "Pro").getByRole("link", { name: "Choose Pro" }).click();
  await waitForCheckout(page);
});

test.describe("the greeting of a new subscriber", () => {
  const greeting = (page: Page) => page.getByText("You are now subscribed to the pro plan");

  test("is said once: not on reload, not in another tab, not when one comes back", async ({
    page,
    context,
    person: _,
  }) => {
    await page.goto("/purchase/pro");
    await waitForCheckout(page);
    await payWith(page, CARDS.pays);
    await expect(page).toHaveURL(/\/dashboard\?paid=true$/);
    await expect(greeting(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto("/dashboard?paid=true");
    await expect(other.getByRole("heading", { name: "Your account" })).toBeVisible();
    await expect(greeting(other)).toBeHidden();
    await page.locator("html[data-hydrated]").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "Plan", exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
    await expect(greeting(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
    await expect(greeting(page)).toBeHidden();
  });

  test("stays while one works on the page", async ({ page, person }) => {
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

    test("is said once", async ({ page, person }) => {
      await page.goto("/dashboard?paid=true");
      // A locator by text does not look into <noscript>.
      const notice = page.getByRole("status").filter({ hasText: "Thank you!" });
      await expect(notice).toContainText("Reload this page in a moment.", { useInnerText: true });
      await expect(notice).not.toContainText("updates by itself", { useInnerText: true });
      await person.subscribe("pro");
      await page.reload();
      await expect(greeting(page)).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
      await expect(greeting(page)).toBeHidden();
    });
  });
});

test("a subscriber's prices are accessible and fit", async ({ page, subscriber: _ }) => {
  await page.goto("/pricing");
  await expect(plan(page, "Business")).toContainText("today, then");
  await expectAccessible(page);
});
