/** The plan section of the general settings, and how its details load from Stripe. */
import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectToFitAtDoubleTextSize,
} from "../../support/browser/accessibility.ts";
import { BACK_FROM_PORTAL, callStripeControl, test } from "../../support/browser/billing.ts";
import { expect, localUrls } from "../../support/browser/fixtures.ts";
import { escapeRegExp, PLAN_NAMES, PRICES } from "../../support/plans.ts";

const DAY = String.raw`\w+ \d+(, \d{4})?`;
const INVOICED = escapeRegExp(PRICES.pro.invoiced);
const GENERAL = "/settings/general";

const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Plan", exact: true }) });

/** The value of a fact. */
const fact = (page: Page, name: string) =>
  card(page).locator("dt").filter({ hasText: name }).locator("+ dd");

test("the section shows Stripe's state before its webhook arrives; an invoice opens in a new tab", async ({
  page,
  subscriber,
  sql,
}) => {
  await sql`
    update public.customers set stripe_subscription_status = 'trialing', trial_end = now()
    where user_id = ${subscriber.id}`;
  await page.goto(GENERAL);
  await expect(card(page)).toContainText(
    `You’re on the ${PLAN_NAMES.pro} plan, ${PRICES.pro.monthly}. It renews on`,
  );
  await expect(fact(page, "Next payment")).toHaveText(new RegExp(`^${INVOICED} on ${DAY}$`));
  await expectAccessible(page);
  await expectToFitAtDoubleTextSize(page);
  const opened = page.waitForEvent("popup");
  await fact(page, "Invoices")
    .getByRole("link", { name: /^View invoice: .*\(opens in a new tab\)$/ })
    .click();
  await (await opened).waitForURL(`${localUrls.stripe}/i/**`);
  await expect(page).toHaveURL(/\/settings\/general$/);
});

test("the page does not wait for Stripe", async ({ page, subscriber }) => {
  const path = `/v1/customers/${subscriber.customerId}`;
  await callStripeControl("faults", { path, hangMs: 1_500, times: 1 });
  await page.goto(GENERAL, { waitUntil: "commit" });
  await expect(card(page)).toContainText(`You’re on the ${PLAN_NAMES.pro} plan`);
  await expect(card(page).getByText("Loading billing details")).toBeAttached();
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
});

test("offline or while Stripe is down, the rest of the page works and the details can be retried", async ({
  page,
  subscriber,
}) => {
  await page.route("**/account/billing.data**", (route) => route.abort());
  await page.goto(GENERAL);
  const problem = card(page).getByRole("status").filter({ hasText: "We can’t" });
  await expect(problem).toContainText("We can’t reach the server");
  await page.unroute("**/account/billing.data**");
  const path = `/v1/customers/${subscriber.customerId}`;
  await callStripeControl("faults", { path, outcome: "close", times: 2 });
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect(problem).toContainText(
    "We can’t show your next payment, card, and invoices right now",
  );
  await expect(card(page)).toContainText(
    `You’re on the ${PLAN_NAMES.pro} plan, ${PRICES.pro.monthly}.`,
  );
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
  await expect(card(page).locator("dl")).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a link leads to the details, which can be retried", async ({ page, subscriber }) => {
    const path = `/v1/customers/${subscriber.customerId}`;
    await callStripeControl("faults", { path, outcome: "close", times: 2 });
    await page.goto(GENERAL);
    await card(page).getByRole("link", { name: "Show next payment, card, and invoices" }).click();
    await expect(card(page).getByRole("status")).toContainText("can’t show your next payment");
    await card(page).getByRole("link", { name: "Try again" }).click();
    await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
    await expect(fact(page, "Invoices").getByRole("link", { name: /^View/ })).toBeVisible();
  });
});

test("a link to the return says nothing", async ({ page, subscriber: _ }) => {
  await page.goto("/account/billing/return");
  await expect(fact(page, "Card")).toContainText("Visa");
  await expect(page.locator("[data-alert]")).toHaveCount(0);
});

const notice = (page: Page) => page.locator("main [data-alert]").first();

test("'Cancel plan' asks at Stripe, returns to the end of the plan, and can be undone", async ({
  page,
  subscriber,
  sql,
}) => {
  await page.goto(GENERAL);
  await card(page).getByRole("link", { name: "Cancel plan" }).click();
  await expect(page.getByRole("heading", { name: "Cancel your plan" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  await expect(notice(page)).toContainText(
    `Your plan is canceled. You keep ${PLAN_NAMES.pro} until`,
  );
  await expect(card(page)).toContainText("It’s canceled and won’t renew.");
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toBeHidden();
  await expect(fact(page, "Card")).toContainText("Visa");

  // A saved form keeps the notice and syncs nothing, even if the page can't be read again.
  const readVersion = async () =>
    (await sql`select sync_version from public.customers where user_id = ${subscriber.id}`)[0];
  const version = await readVersion();
  await page.route("**/settings/general.data**", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Name", { exact: true }).fill("Ann Example");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await expect(page.getByText("it may be out of date")).toBeVisible();
  await expect(notice(page)).toContainText("Your plan is canceled.");
  await page.unroute("**/settings/general.data**");
  expect(await readVersion()).toEqual(version);

  // A second tab still has the link: a plan is canceled only once. An unknown step opens the whole portal,
  // too.
  for (const step of ["cancel", "%22%3E%3Cscript%3E"]) {
    await page.goto(`/settings/billing?flow=${step}`);
    await expect(page.getByRole("heading", { name: "Current subscription" })).toBeVisible();
  }
  await page.goto(GENERAL);
  await expect(fact(page, "Card")).toContainText("Visa");
  await card(page)
    .getByRole("button", { name: `Keep ${PLAN_NAMES.pro}` })
    .click();
  await expect(notice(page)).toContainText(`You’re keeping ${PLAN_NAMES.pro}. It renews on`);
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toBeVisible();
  // The page cache does not repeat it.
  await page.getByRole("link", { name: "Password" }).click();
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toBeVisible();
  await expect(page.getByText(`You’re keeping ${PLAN_NAMES.pro}`)).toHaveCount(0);
});
