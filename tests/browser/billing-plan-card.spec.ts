/** The plan card of the general settings: what Stripe says, and how it gets there. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { signInWithTokens } from "../support/account-fixtures.ts";
import {
  callStripeControl,
  openPortal,
  type Subscriber,
  stripe,
  test,
} from "../support/billing-fixtures.ts";
import { expect, localUrls } from "../support/fixtures.ts";

const DAY_S = 86_400;
const DAY = String.raw`\w+ \d+(, \d{4})?`;
const GENERAL = "/settings/general";

const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Plan", exact: true }) });

/** The value beside a name. */
const fact = (page: Page, name: string) =>
  card(page).locator("dt").filter({ hasText: name }).locator("+ dd");

async function subscriptionOf({ customerId: customer }: Subscriber): Promise<string> {
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  return subscription?.id ?? "";
}

async function comeBack(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Return" }).click();
  await page.waitForURL("**/settings/general?from-portal");
}

test("a trial is told in words, with days left, next payment, card and invoices", async ({
  page,
  trialist,
}) => {
  await page.goto(GENERAL);
  await expect(card(page)).toContainText(
    new RegExp(`On the Pro trial until ${DAY}. Then \\$250 a month.`),
  );
  await expect(fact(page, "Trial")).toHaveText("14 days left");
  await expect(fact(page, "Next payment")).toHaveText(new RegExp(`^\\$250.00 on ${DAY}$`));
  await expect(fact(page, "Card")).toHaveText("Visa ending in 4242");
  const invoice = fact(page, "Invoices").getByRole("listitem");
  await expect(invoice).toContainText("$0.00");
  await expect(invoice).toContainText("Paid");
  await expect(card(page)).toContainText(
    `Signed in as ${trialist.email}. Plan: pro. Subscription status: trialing.`,
  );
  await invoice.getByRole("link", { name: /^View: invoice of/ }).click();
  await page.waitForURL(`${localUrls.stripe}/i/**`);
});

test("managing billing leads to the portal", async ({ page, subscriber: _ }) => {
  await page.goto(GENERAL);
  await card(page).getByRole("link", { name: "Manage billing" }).click();
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
});

test("without a plan the card leads to the plans, and asks Stripe for nothing", async ({
  page,
  person: _,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(GENERAL);
  await page.locator("html[data-hydrated]").waitFor();
  await expect(card(page)).toContainText("You have no plan.");
  await expect(card(page).getByRole("link", { name: "See the plans" })).toHaveAttribute(
    "href",
    "/pricing",
  );
  await expect(card(page)).toContainText("Plan: none. Subscription status: none.");
  expect(asked.filter((path) => path.startsWith("/account/billing"))).toEqual([]);
});

test("the page does not wait for Stripe: it fills in", async ({ page, subscriber }) => {
  const path = `/v1/customers/${subscriber.customerId}`;
  await callStripeControl("faults", { path, hangMs: 1_500, times: 1 });
  await page.goto(GENERAL, { waitUntil: "commit" });
  await expect(card(page)).toContainText("On the Pro plan");
  await expect(card(page).getByText("Asking the payment service")).toBeAttached();
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await expect(fact(page, "Card")).toHaveText("Visa ending in 4242");
});

test("while Stripe is down the card says so, everything else stands, and it can be tried again", async ({
  page,
  subscriber,
}) => {
  const path = `/v1/customers/${subscriber.customerId}`;
  await callStripeControl("faults", { path, outcome: "close", times: 2 });
  await page.goto(GENERAL);
  await expect(card(page).getByRole("status")).toContainText(
    "We can't show your next payment, card, and invoices right now",
  );
  await expect(card(page)).toContainText("On the Pro plan, $250 a month.");
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect(fact(page, "Card")).toHaveText("Visa ending in 4242");
  await expect(card(page).locator("dl")).toBeFocused();
});

test("without a connection the card says so, and the page stands", async ({
  page,
  subscriber: _,
}) => {
  await page.route("**/account/billing**", (route) => route.abort());
  await page.goto(GENERAL);
  await expect(card(page).getByRole("status")).toContainText("We can't reach the server");
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await page.unroute("**/account/billing**");
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect(fact(page, "Card")).toHaveText("Visa ending in 4242");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything is in the page", async ({ page, subscriber: _ }) => {
    await page.goto(GENERAL);
    await expect(fact(page, "Card")).toHaveText("Visa ending in 4242");
    await expect(fact(page, "Invoices").getByRole("link", { name: /^View/ })).toBeVisible();
    await expect(card(page).getByText("Asking the payment service")).toBeHidden();
  });

  test("while Stripe is down it says so", async ({ page, subscriber }) => {
    const path = `/v1/customers/${subscriber.customerId}`;
    await callStripeControl("faults", { path, outcome: "close", times: 2 });
    await page.goto(GENERAL);
    await expect(card(page).getByRole("status")).toContainText("can't show your next payment");
    await card(page).getByRole("link", { name: "Try again" }).click();
    await expect(fact(page, "Card")).toHaveText("Visa ending in 4242");
  });

  test("a saved profile is still said to be saved", async ({ page, subscriber: _ }) => {
    await page.goto(GENERAL);
    await page.getByLabel("Name", { exact: true }).fill("Ann Example");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your profile has been updated")).toBeVisible();
  });

  test("coming back from the portal shows the plan as it is now", async ({
    page,
    subscriber: _,
  }) => {
    await openPortal(page);
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await comeBack(page);
    await expect(card(page)).toContainText("It is canceled and will not renew.");
    await expect(fact(page, "Card")).toHaveText("Visa ending in 4242");
  });
});

test.describe("coming back from the portal shows", () => {
  test("the plan as it is now, although no webhook has arrived", async ({
    page,
    subscriber,
    sql,
  }) => {
    await openPortal(page);
    await sql`
      update public.customers set stripe_subscription_status = 'past_due' where user_id = ${subscriber.id}`;
    await page.route("**/account/billing**", (route) => route.abort());
    await comeBack(page);
    await expect(card(page)).toContainText("On the Pro plan, $250 a month. It renews on");
  });

  test("that the plan was canceled, and then that it was resumed", async ({
    page,
    subscriber: _,
  }) => {
    await openPortal(page);
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await comeBack(page);
    await expect(card(page)).toContainText("It is canceled and will not renew.");
    await expect(fact(page, "Next payment")).toHaveText("None");
    await card(page).getByRole("link", { name: "Keep the plan" }).click();
    await page.waitForURL(`${localUrls.stripe}/p/session/**`);
    await page.getByRole("button", { name: "Don’t cancel" }).click();
    await comeBack(page);
    await expect(card(page)).toContainText("It renews on");
    await expect(fact(page, "Next payment")).toHaveText(new RegExp(`^\\$250.00 on ${DAY}$`));
  });

  test("the new card", async ({ page, subscriber: _ }) => {
    await openPortal(page);
    await page.getByText("Update card").first().click();
    await page.getByLabel("Card number").fill("4000 0000 0000 0341");
    await page.getByLabel("Expiry").fill("12 / 40");
    await page.getByLabel("CVC").fill("123");
    await page.getByLabel("Name on card").fill("Ann Example");
    await page.getByRole("button", { name: "Update card" }).click();
    await comeBack(page);
    await expect(fact(page, "Card")).toHaveText("Visa ending in 0341");
  });
});

test("a webhook that has not come yet keeps nobody in the dark: the card says what Stripe says", async ({
  page,
  subscriber,
  sql,
}) => {
  await sql`
    update public.customers set stripe_subscription_status = 'trialing', trial_end = now()
    where user_id = ${subscriber.id}`;
  await page.goto(GENERAL);
  await expect(card(page)).toContainText("On the Pro plan, $250 a month. It renews on");
});

test("a failed payment says what is open and what to do, and no second plan is needed", async ({
  page,
  subscriber,
  untilStatus,
}) => {
  const { customerId: customer } = subscriber;
  await callStripeControl("decline", { on: true, customer });
  await callStripeControl("advance", { customer, seconds: 31 * DAY_S });
  await untilStatus(subscriber, "past_due");
  await page.goto(GENERAL);
  await expect(card(page)).toContainText("The last payment for your Pro plan failed");
  await expect(fact(page, "To be paid")).toContainText("$250.00; your card is tried again on");
  await expect(fact(page, "Next payment")).toBeHidden();
  const open = fact(page, "Invoices").getByRole("listitem").filter({ hasText: "To be paid" });
  await expect(open.getByRole("link", { name: /^Pay: invoice of/ })).toBeVisible();
  await card(page).getByRole("link", { name: "Update your card" }).click();
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
});

test("an ended plan keeps its invoices and leads to the plans", async ({
  page,
  subscriber,
  untilStatus,
}) => {
  await stripe.subscriptions.cancel(await subscriptionOf(subscriber));
  await untilStatus(subscriber, "canceled");
  await page.goto(GENERAL);
  await expect(card(page)).toContainText("Your Pro plan has ended.");
  await expect(fact(page, "Invoices").getByRole("link", { name: /^View/ })).toBeVisible();
  await expect(card(page).getByRole("link", { name: "Manage billing" })).toBeHidden();
});

test("one person's card and invoices are nobody else's, whatever the address says", async ({
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
  const answer = await (await context.request.get(path)).text();
  expect(answer).toContain("none");
  expect(answer).not.toContain("4242");
  await context.close();
});

test("the card is accessible and fits", async ({ page, subscriber: _ }) => {
  await page.goto(GENERAL);
  await expect(fact(page, "Card")).toHaveText("Visa ending in 4242");
  await expectAccessible(page);
});
