/** Buying a plan, and what can interrupt it. */
import type { Page, Route } from "@playwright/test";
import {
  CARDS,
  callStripeControl,
  fillCard,
  payWith,
  stripe,
  test,
  waitForCheckout,
} from "../../support/browser/billing.ts";
import { expect, holdDataRequests, PASSWORD } from "../../support/browser/fixtures.ts";
import { escapeRegExp, NO_PLAN, PLAN_NAMES, PRICES } from "../../support/plans.ts";

const subscribed = (page: Page) =>
  page.getByText(`You are now subscribed to the ${PLAN_NAMES.pro} plan`);

test.beforeEach(({ person: _ }) => {});

test("a plan starts with a trial, and the dashboard greets once", async ({ page }) => {
  await page.goto("/purchase/pro");
  await waitForCheckout(page);
  await expect(page.getByText("$0.00 today")).toBeVisible();
  await payWith(page, CARDS.pays);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(subscribed(page)).toBeVisible();
  // Focused by a script: announced, without a focus ring.
  await expect(page.getByRole("status").filter({ has: subscribed(page) })).toHaveCSS(
    "outline-style",
    "none",
  );
  await expect(page.getByText(/ will email you by /)).toBeVisible();
  await expect(page.getByText("Please have this ready: which")).toBeVisible();
  // A reload does not repeat the greeting.
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.reload();
  await expect(subscribed(page)).toBeHidden();
  await expect(
    page.getByText(
      new RegExp(
        `You’re on the ${PLAN_NAMES.pro} trial until \\w+ \\d+(, \\d{4})?\\. Then ${escapeRegExp(PRICES.pro.listed)}\\.`,
      ),
    ),
  ).toBeVisible();
});

test("the payment page locks its button after one press", async ({ page }) => {
  await page.goto("/purchase/pro");
  await waitForCheckout(page);
  // The page stays as it is while its payment is on the way.
  await page.route("**/c/pay/**", async (route) => {
    if (route.request().method() !== "POST") await route.continue();
  });
  await fillCard(page, CARDS.pays);
  const button = page.getByRole("button", { name: "Start trial" });
  const isLocked = await button.evaluate(async (element: HTMLButtonElement) => {
    element.click();
    await new Promise((resolve) => setTimeout(resolve, 50));
    return element.disabled;
  });
  expect(isLocked).toBe(true);
});

test("going back buys nothing, and the same checkout is reused", async ({
  page,
  person,
  customerOf,
}) => {
  await page.goto("/pricing");
  await page.getByRole("link", { name: `Choose ${PLAN_NAMES.pro}` }).click();
  await waitForCheckout(page);
  const checkoutUrl = page.url();

  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await page.getByRole("link", { name: `Choose ${PLAN_NAMES.pro}` }).click();
  await waitForCheckout(page);
  expect(page.url()).toBe(checkoutUrl);

  // The purchase page is not in the history, so going back does not start another checkout.
  await page.goBack();
  await expect(page).toHaveURL(/\/pricing$/);
  const customer = await customerOf(person);
  expect((await stripe.subscriptions.list({ customer, status: "all" })).data).toEqual([]);
  await page.goto("/dashboard");
  await expect(page.getByText(NO_PLAN)).toBeVisible();
});

test("an unknown plan is a 404 page that links to the pricing page", async ({ page }) => {
  const response = await page.goto("/purchase/gold");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "No plan called gold is on sale" })).toBeVisible();
  await page.getByRole("link", { name: "View plans" }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test("the checkout does not need Stripe.js, and says why it is missing", async ({ context }) => {
  const outcomes: readonly [message: string, handle: (route: Route) => Promise<void> | void][] = [
    ["Failed to load Stripe.js", (route) => route.abort()],
    [
      "Stripe.js not available",
      (route) => route.fulfill({ contentType: "text/javascript", body: "" }),
    ],
    // It is still loading.
    ["", () => {}],
  ];
  for (const [message, handle] of outcomes) {
    const page = await context.newPage();
    await page.route("**/stripe.js", handle);
    const { release } = await holdDataRequests(page);
    await page.goto("/purchase/pro", { waitUntil: "commit" });
    if (message) await expect(page.getByRole("main").getByText(message)).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    release();
    await waitForCheckout(page);
  }
});

test("Stripe.js sets the cookies that the privacy policy names", async ({ page, context }) => {
  await page.goto("/legal/privacy-policy");
  const policy = await page.getByRole("main").innerText();
  await holdDataRequests(page);
  await page.goto("/purchase/pro", { waitUntil: "commit" });
  const readNames = async () => {
    const cookies = await context.cookies();
    return cookies.flatMap(({ httpOnly, name }) => (httpOnly ? [] : name));
  };
  await expect.poll(readNames).toHaveLength(2);
  for (const name of await readNames()) expect(policy).toContain(name);
});

test("while Stripe does not respond, the page shows an error and no session is created", async ({
  page,
  person,
  customerOf,
}) => {
  await page.goto("/purchase/pro");
  await waitForCheckout(page);
  const customer = await customerOf(person);
  const sessions = async () => (await stripe.checkout.sessions.list({ customer })).data;
  const before = await sessions();

  // Three attempts for the page and three for its button: the SDK retries twice.
  const fault = { method: "GET", path: `/v1/customers/${customer}`, outcome: "close", times: 6 };
  await callStripeControl("faults", fault);
  const message = "We don’t know whether this worked. Nothing is charged until you pay";
  await page.goto("/purchase/starter");
  await expect(page.getByRole("alert")).toContainText(message);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText("Opening the payment page")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(message);
  expect(await sessions()).toEqual(before);

  await page.getByRole("button", { name: "Continue to payment" }).click();
  await waitForCheckout(page);
  await expect(page.getByRole("heading", { name: PLAN_NAMES.starter })).toBeVisible();
});

test("a user who was signed out elsewhere has to sign in, and returns", async ({
  page,
  context,
}) => {
  await page.route("**/purchase/pro.data*", async (route) => {
    await context.clearCookies();
    await route.continue();
  });
  await page.goto("/purchase/pro");
  await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fpurchase%2Fpro&problem=/);
});

test("who comes back from the payment signed out reads which account to sign in to", async ({
  page,
  person,
  context,
}) => {
  await page.goto("/purchase/pro");
  await waitForCheckout(page);
  await context.clearCookies();
  await page.getByRole("button", { name: `Fill in ${CARDS.pays}` }).click();
  await page.getByRole("button", { name: "Start trial" }).click();
  await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fdashboard%3Fpaid/);
  await expect(page.getByText("sign in to the account you used at checkout")).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(subscribed(page)).toBeVisible();
});
