/** The plan section of the general settings, and the ways to Stripe and back. */
import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectToFitAtDoubleTextSize,
} from "../../support/browser/accessibility.ts";
import { BACK_FROM_PORTAL, stripe, test } from "../../support/browser/billing.ts";
import { expect } from "../../support/browser/fixtures.ts";
import { PLAN_NAMES, PRICES } from "../../support/plans.ts";

const GENERAL = "/settings/general";

const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Plan", exact: true }) });

test("the section says what the row says, and leads to Stripe's page for the rest", async ({
  page,
  subscriber,
  sql,
}) => {
  await sql`
    update public.customers set card_text = 'Sepa debit' where user_id = ${subscriber.id}`;
  await page.goto("/account/keep-plan");
  await expect(page).toHaveURL(/\/settings\/general$/);
  await expect(card(page)).toContainText(
    `You’re on the ${PLAN_NAMES.pro} plan, ${PRICES.pro.listed}. It renews on`,
  );
  await expect(card(page)).toContainText("Payment method: Sepa debit Update");
  await expectAccessible(page);
  await expectToFitAtDoubleTextSize(page);
  await card(page).getByRole("link", { name: "Manage billing" }).click();
  await expect(page.getByRole("heading", { name: "Invoices" })).toBeVisible();
});

test("a plan that has ended leaves a way to its invoices", async ({
  page,
  subscriber,
  untilStatus,
}) => {
  const [subscription] = (await stripe.subscriptions.list({ customer: subscriber.customerId }))
    .data;
  await stripe.subscriptions.cancel(subscription?.id ?? "");
  await untilStatus(subscriber, "canceled");
  await page.goto(GENERAL);
  await expect(card(page)).toContainText(
    `Your ${PLAN_NAMES.pro} plan and the work it covered have ended.`,
  );
  await expect(card(page)).not.toContainText("Payment method");
  await card(page).getByRole("link", { name: "Invoices and cards" }).click();
  await expect(page.getByRole("heading", { name: "Invoices" })).toBeVisible();
  await page.goto("/settings/billing");
  await expect(page).toHaveURL(/\/pricing$/);
});

test("a plan whose switch is scheduled is kept before it is canceled", async ({
  page,
  subscriber: _,
}) => {
  await page.goto("/settings/billing?flow=starter");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  const keep = `Keep ${PLAN_NAMES.pro}`;
  await expect(card(page)).toContainText(`To cancel the plan, choose “${keep}” first.`);
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toHaveCount(0);
  await page.goto("/settings/billing?flow=cancel");
  await expect(page).toHaveURL(/\/settings\/general$/);
  await card(page).getByRole("button", { name: keep }).click();
  await card(page).getByRole("link", { name: "Cancel plan" }).click();
  await expect(page.getByRole("heading", { name: "Cancel your plan" })).toBeVisible();
});

test("a link to the return says nothing", async ({ page, subscriber: _ }) => {
  await page.goto("/account/billing/return");
  await expect(card(page)).toContainText("Visa ending in 4242");
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
  // What is true from now on is said once, on the card.
  await expect(notice(page)).toHaveText("Your cancellation is confirmed.");
  await expect(card(page)).toContainText(/until \w+ \d+.*\. It’s canceled and won’t renew\./);
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toBeHidden();
  await expect(card(page)).toContainText("Visa ending in 4242");

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
  await expect(notice(page)).toContainText("Your cancellation is confirmed.");
  await page.unroute("**/settings/general.data**");
  expect(await readVersion()).toEqual(version);

  // A second tab still has the link: a plan is canceled only once. An unknown step opens the whole portal,
  // too.
  for (const step of ["cancel", "%22%3E%3Cscript%3E"]) {
    await page.goto(`/settings/billing?flow=${step}`);
    await expect(page.getByRole("heading", { name: "Current subscription" })).toBeVisible();
  }
  await page.goto(GENERAL);
  await expect(card(page)).toContainText("Visa ending in 4242");
  await card(page)
    .getByRole("button", { name: `Keep ${PLAN_NAMES.pro}` })
    .click();
  await expect(notice(page)).toHaveText(`You’re keeping ${PLAN_NAMES.pro}.`);
  await expect(page.getByText("It renews on")).toHaveCount(1);
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toBeVisible();
  // The loader cache does not repeat it.
  await page.getByRole("link", { name: "Password" }).click();
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toBeVisible();
  await expect(page.getByText(`You’re keeping ${PLAN_NAMES.pro}`)).toHaveCount(0);
});
