/** The plan section of the general settings, and how its details load from Stripe. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import { signInWithTokens } from "../../support/browser/accounts.ts";
import {
  callStripeControl,
  fillCard,
  openPortal,
  type Subscriber,
  stripe,
  test,
} from "../../support/browser/billing.ts";
import { expect, localUrls } from "../../support/browser/fixtures.ts";
import { escapeRegExp, PRICES } from "../../support/prices.ts";

const DAY_S = 86_400;
const DAY = String.raw`\w+ \d+(, \d{4})?`;
const MONTHLY = escapeRegExp(PRICES.pro.monthly);
const INVOICED = escapeRegExp(PRICES.pro.invoiced);
const GENERAL = "/settings/general";

const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Plan", exact: true }) });

/** The value of a fact. */
const fact = (page: Page, name: string) =>
  card(page).locator("dt").filter({ hasText: name }).locator("+ dd");

async function findSubscription({ customerId: customer }: Subscriber): Promise<string> {
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  return subscription?.id ?? "";
}

async function returnFromPortal(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Return" }).click();
  await page.waitForURL("**/settings/general?from-portal#plan");
}

test("a trial shows its days left, next payment, card and invoices", async ({
  page,
  trialist: _,
}) => {
  await page.goto(GENERAL);
  await expect(card(page)).toContainText(
    new RegExp(`You're on the Pro trial until ${DAY}. Then ${MONTHLY}.`),
  );
  await expect(fact(page, "Trial")).toHaveText("14 days left");
  await expect(fact(page, "Next payment")).toHaveText(new RegExp(`^${INVOICED} on ${DAY}$`));
  await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
  await expect(fact(page, "Invoices")).toHaveText("None yet");
});

test("an invoice opens in a new tab", async ({ page, subscriber: _ }) => {
  await page.goto(GENERAL);
  const opened = page.waitForEvent("popup");
  await fact(page, "Invoices")
    .getByRole("link", { name: /^View invoice: .*\(opens in a new tab\)$/ })
    .click();
  await (await opened).waitForURL(`${localUrls.stripe}/i/**`);
  await expect(page).toHaveURL(/\/settings\/general$/);
});

test("'Manage billing' leads to the portal", async ({ page, subscriber: _ }) => {
  await page.goto(GENERAL);
  await card(page).getByRole("link", { name: "Manage billing" }).click();
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
});

test("without a plan, the section links to the pricing page and does not call Stripe", async ({
  page,
  person: _,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(GENERAL);
  await page.locator("html[data-hydrated]").waitFor();
  await expect(card(page)).toContainText("You don't have a plan yet.");
  await expect(card(page).getByRole("link", { name: "See the plans" })).toHaveAttribute(
    "href",
    "/pricing",
  );
  expect(requests.filter((path) => path.startsWith("/account/billing"))).toEqual([]);
});

test("the page does not wait for Stripe", async ({ page, subscriber }) => {
  const path = `/v1/customers/${subscriber.customerId}`;
  await callStripeControl("faults", { path, hangMs: 1_500, times: 1 });
  await page.goto(GENERAL, { waitUntil: "commit" });
  await expect(card(page)).toContainText("You're on the Pro plan");
  await expect(card(page).getByText("Loading billing details")).toBeAttached();
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
});

test("while Stripe is down, the rest of the page works and the details can be retried", async ({
  page,
  subscriber,
}) => {
  const path = `/v1/customers/${subscriber.customerId}`;
  await callStripeControl("faults", { path, outcome: "close", times: 2 });
  await page.goto(GENERAL);
  await expect(card(page).getByRole("status")).toContainText(
    "We can't show your next payment, card, and invoices right now",
  );
  await expect(card(page)).toContainText(`You're on the Pro plan, ${PRICES.pro.monthly}.`);
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
  await expect(card(page).locator("dl")).toBeFocused();
});

test("without a connection, the rest of the page works", async ({ page, subscriber: _ }) => {
  await page.route("**/account/billing**", (route) => route.abort());
  await page.goto(GENERAL);
  await expect(card(page).getByRole("status")).toContainText("We can't reach the server");
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await page.unroute("**/account/billing**");
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page includes the details", async ({ page, subscriber: _ }) => {
    await page.goto(GENERAL);
    await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
    await expect(fact(page, "Invoices").getByRole("link", { name: /^View/ })).toBeVisible();
    await expect(card(page).getByText("Loading billing details")).toBeHidden();
  });

  test("while Stripe is down, the details can be retried", async ({ page, subscriber }) => {
    const path = `/v1/customers/${subscriber.customerId}`;
    await callStripeControl("faults", { path, outcome: "close", times: 2 });
    await page.goto(GENERAL);
    await expect(card(page).getByRole("status")).toContainText("can't show your next payment");
    await card(page).getByRole("link", { name: "Try again" }).click();
    await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
  });

  test("the result of a saved profile is shown", async ({ page, subscriber: _ }) => {
    await page.goto(GENERAL);
    await page.getByLabel("Name", { exact: true }).fill("Ann Example");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your profile has been updated")).toBeVisible();
  });

  test("returning from the portal shows the current plan", async ({ page, subscriber: _ }) => {
    await openPortal(page);
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await returnFromPortal(page);
    await expect(card(page)).toContainText("It's canceled and won't renew.");
    await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
  });
});

test.describe("returning from the portal shows", () => {
  test("the current plan, before any webhook arrives", async ({ page, subscriber, sql }) => {
    await openPortal(page);
    await sql`
      update public.customers set stripe_subscription_status = 'past_due' where user_id = ${subscriber.id}`;
    await page.route("**/account/billing**", (route) => route.abort());
    await returnFromPortal(page);
    await expect(card(page)).toContainText(
      `You're on the Pro plan, ${PRICES.pro.monthly}. It renews on`,
    );
  });

  test("that the plan was canceled, and then resumed", async ({ page, subscriber: _ }) => {
    await openPortal(page);
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await returnFromPortal(page);
    await expect(card(page)).toContainText("It's canceled and won't renew.");
    await expect(fact(page, "Next payment")).toBeHidden();
    await card(page).getByRole("link", { name: "Keep the plan" }).click();
    await page.waitForURL(`${localUrls.stripe}/p/session/**`);
    await page.getByRole("button", { name: "Don’t cancel" }).click();
    await returnFromPortal(page);
    await expect(card(page)).toContainText("It renews on");
    await expect(fact(page, "Next payment")).toHaveText(new RegExp(`^${INVOICED} on ${DAY}$`));
  });

  test("the new card", async ({ page, subscriber: _ }) => {
    await page.goto(GENERAL);
    await fact(page, "Card").getByRole("link", { name: "Update your card" }).click();
    await fillCard(page, "4000 0000 0000 0341");
    await page.getByRole("button", { name: "Update card" }).click();
    await page.waitForURL("**/settings/general?from-portal#plan");
    await expect(fact(page, "Card")).toContainText("Visa ending in 0341");
  });
});

test("'Cancel plan' asks at Stripe, and returns to the end of the plan", async ({
  page,
  subscriber: _,
}) => {
  await page.goto(GENERAL);
  await card(page).getByRole("link", { name: "Cancel plan" }).click();
  await expect(page.getByRole("heading", { name: "Cancel your plan" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await page.waitForURL("**/settings/general?from-portal#plan");
  await expect(card(page)).toContainText("It's canceled and won't renew.");
  await expect(card(page)).toBeInViewport();
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toBeHidden();
  // A second tab still has the link: a plan is canceled only once.
  await page.goto("/settings/billing?flow=cancel");
  await expect(page.getByRole("heading", { name: "Current subscription" })).toBeVisible();
});

test("an unknown step opens the whole portal", async ({ page, subscriber: _ }) => {
  await page.goto("/settings/billing?flow=%22%3E%3Cscript%3E");
  await expect(page.getByRole("heading", { name: "Current subscription" })).toBeVisible();
});

test("the section shows Stripe's state before its webhook arrives", async ({
  page,
  subscriber,
  sql,
}) => {
  await sql`
    update public.customers set stripe_subscription_status = 'trialing', trial_end = now()
    where user_id = ${subscriber.id}`;
  await page.goto(GENERAL);
  await expect(card(page)).toContainText(
    `You're on the Pro plan, ${PRICES.pro.monthly}. It renews on`,
  );
});

test("a failed payment shows the amount due and the next step", async ({
  page,
  subscriber,
  untilStatus,
}) => {
  const { customerId: customer } = subscriber;
  await callStripeControl("decline", { on: true, customer });
  await callStripeControl("advance", { customer, seconds: 31 * DAY_S });
  await untilStatus(subscriber, "past_due");
  await page.goto(GENERAL);
  await expect(card(page)).toContainText(
    new RegExp(
      String.raw`The last payment for your Pro plan \(${INVOICED}\) failed. We'll try your Visa ending in 4242 again on ${DAY}. The plan is paused until the invoice is paid.`,
    ),
  );
  await expect(fact(page, "Amount due")).toBeHidden();
  await expect(fact(page, "Next payment")).toBeHidden();
  const open = fact(page, "Invoices").getByRole("listitem").filter({ hasText: "Due" });
  await expect(open.getByRole("link", { name: /^Pay invoice: / })).toBeVisible();
  await card(page).getByRole("link", { name: "Update your card" }).click();
  await expect(page.getByRole("heading", { name: "Update your payment method" })).toBeVisible();
});

test("an ended plan keeps its invoices, and has no portal link", async ({
  page,
  subscriber,
  untilStatus,
}) => {
  await stripe.subscriptions.cancel(await findSubscription(subscriber));
  await untilStatus(subscriber, "canceled");
  await page.goto(GENERAL);
  await expect(card(page)).toContainText("Your Pro plan has ended.");
  await expect(fact(page, "Invoices").getByRole("link", { name: /^View/ })).toBeVisible();
  await expect(card(page).getByRole("link", { name: "Manage billing" })).toBeHidden();
});

test("the details are the signed-in user's, regardless of the query", async ({
  subscriber,
  createPerson,
  browser,
  baseURL,
}) => {
  const stranger = await createPerson();
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const path = `/account/billing.data?customer=${subscriber.customerId}&id=${subscriber.id}`;
  const guest = await context.request.get("/account/billing", { maxRedirects: 0 });
  expect(guest.status()).toBe(302);
  await signInWithTokens(context, stranger.email);
  const body = await (await context.request.get(path)).text();
  expect(body).toContain("none");
  expect(body).not.toContain("4242");
  await context.close();
});

test("the section is accessible and fits narrow screens", async ({ page, subscriber: _ }) => {
  await page.goto(GENERAL);
  await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
  await expectAccessible(page);
});
