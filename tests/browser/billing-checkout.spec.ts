/** Buying a plan, and everything that can come in between. */
import type { Page, Route } from "@playwright/test";
import {
  arriveAtCheckout,
  CARDS,
  payWith,
  stripe,
  test,
  turnStripe,
} from "../support/billing-fixtures.ts";
import { expect, localUrls } from "../support/fixtures.ts";

const subscribed = (page: Page) => page.getByText("You are now subscribed to the pro plan");

test.beforeEach(({ person: _ }) => {});

test("a plan is bought with a trial, and the dashboard says until when", async ({ page }) => {
  await page.goto("/purchase/pro");
  await arriveAtCheckout(page);
  await expect(page.getByText("$0.00 today")).toBeVisible();
  await payWith(page, CARDS.pays);
  await expect(page).toHaveURL(/\/dashboard\?paid=true$/);
  await expect(subscribed(page)).toBeVisible();
  await expect(
    page.getByText(/On the Pro trial until \w+ \d+(, \d{4})?\. Then \$250 a month\./),
  ).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a plan is bought by pressing the one button", async ({ page }) => {
    await page.goto("/purchase/pro");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await arriveAtCheckout(page);
    await payWith(page, CARDS.pays);
    await expect(page).toHaveURL(/\/dashboard\?paid=true$/);
    await expect(subscribed(page)).toBeVisible();
  });
});

test("a declined card can be replaced by one that pays", async ({ page }) => {
  await page.goto("/purchase/pro");
  await arriveAtCheckout(page);
  await payWith(page, CARDS.declined);
  await expect(page.getByRole("alert")).toContainText("Your card was declined.");
  await payWith(page, CARDS.pays);
  await expect(subscribed(page)).toBeVisible();
});

test("3-D Secure is asked, may fail, and then succeeds", async ({ page }) => {
  await page.goto("/purchase/pro");
  await arriveAtCheckout(page);
  await payWith(page, CARDS.asksFor3dSecure);
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByRole("alert")).toContainText("unable to authenticate");
  await payWith(page, CARDS.asksFor3dSecure);
  await page.getByRole("button", { name: "Complete" }).click();
  await expect(subscribed(page)).toBeVisible();
});

test("who goes back has bought nothing, and finds the same checkout again", async ({
  page,
  person,
  customerOf,
}) => {
  await page.goto("/pricing");
  await page.getByRole("link", { name: "Choose Pro" }).click();
  await arriveAtCheckout(page);
  const checkoutUrl = page.url();

  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await page.getByRole("link", { name: "Choose Pro" }).click();
  await arriveAtCheckout(page);
  expect(page.url()).toBe(checkoutUrl);

  // The page in between is not in the history, so it does not throw anybody forward again.
  await page.goBack();
  await expect(page).toHaveURL(/\/pricing$/);
  const customer = await customerOf(person);
  expect((await stripe.subscriptions.list({ customer, status: "all" })).data).toEqual([]);
  await page.goto("/dashboard");
  await expect(page.getByText("You have no plan.")).toBeVisible();
});

test("a plan cannot be bought twice, not even in two tabs", async ({
  page,
  context,
  person,
  customerOf,
}) => {
  const other = await context.newPage();
  await Promise.all([page.goto("/purchase/pro"), other.goto("/purchase/pro")]);
  await Promise.all([arriveAtCheckout(page), arriveAtCheckout(other)]);
  expect(other.url()).toBe(page.url());

  await payWith(page, CARDS.pays);
  await expect(subscribed(page)).toBeVisible();
  await other.reload();
  await expect(other.getByText("has already been paid")).toBeVisible();
  await other.goto("/purchase/business");
  await other.waitForURL(`${localUrls.stripe}/p/session/**`);
  const customer = await customerOf(person);
  expect((await stripe.subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
});

test("a subscription that the product has not heard of leads to the portal", async ({
  page,
  person,
  sql,
  subscriber: _,
}) => {
  await sql`
    update public.customers
    set stripe_subscription_status = null, stripe_subscription_id = null
    where user_id = ${person.id}`;
  await page.goto("/purchase/pro");
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
});

test("a plan that does not exist is a page that says so", async ({ page }) => {
  const response = await page.goto("/purchase/gold");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is no plan called gold" })).toBeVisible();
  await page.getByRole("link", { name: "See the plans" }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test.describe("the checkout opens by itself, and the page says so meanwhile", () => {
  const blocked: readonly [string, string, (route: Route) => Promise<void>][] = [
    ["is blocked", "Failed to load Stripe.js", (route) => route.abort()],
    [
      "does nothing",
      "Stripe.js not available",
      (route) => route.fulfill({ contentType: "text/javascript", body: "" }),
    ],
  ];
  for (const [what, message, handle] of blocked) {
    test(`when Stripe.js ${what}`, async ({ page }) => {
      await page.route("**/stripe.js", handle);
      let release = () => {};
      const isSeen = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/purchase/pro.data*", async (route) => {
        await isSeen;
        await route.continue();
      });
      await page.goto("/purchase/pro");
      await expect(page.getByRole("alert")).toContainText(message);
      release();
      await arriveAtCheckout(page);
    });
  }
});

test("a Stripe.js that never arrives is not waited for", async ({ page }) => {
  await page.route("**/stripe.js", () => {});
  await page.goto("/purchase/pro", { waitUntil: "commit" });
  await arriveAtCheckout(page);
});

test("while Stripe does not answer the page says so, and nothing is half done", async ({
  page,
  person,
  customerOf,
}) => {
  await page.goto("/purchase/pro");
  await arriveAtCheckout(page);
  const customer = await customerOf(person);
  const sessions = async () => (await stripe.checkout.sessions.list({ customer })).data;
  const before = await sessions();

  // Three times each for the page and for its button: the SDK retries twice.
  const fault = { method: "GET", path: `/v1/customers/${customer}`, outcome: "close", times: 6 };
  await turnStripe("faults", fault);
  const message = "we can't tell whether a payment page was created";
  await page.goto("/purchase/starter");
  await expect(page.getByRole("alert")).toContainText(message);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText("Opening the payment page")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(message);
  expect(await sessions()).toEqual(before);

  await page.getByRole("button", { name: "Continue to payment" }).click();
  await arriveAtCheckout(page);
  await expect(page.getByRole("heading", { name: "Starter" })).toBeVisible();
});

test("who was signed out elsewhere is led to sign in, and back", async ({ page, context }) => {
  await page.route("**/purchase/pro.data*", async (route) => {
    await context.clearCookies();
    await route.continue();
  });
  await page.goto("/purchase/pro");
  await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fpurchase%2Fpro$/);
});
