/** The plan section of the general settings, and how its details load from Stripe. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import {
  BACK_FROM_PORTAL,
  callStripeControl,
  openPortal,
  test,
} from "../../support/browser/billing.ts";
import { expect, localUrls } from "../../support/browser/fixtures.ts";
import { escapeRegExp, PRICES } from "../../support/plans.ts";

const DAY = String.raw`\w+ \d+(, \d{4})?`;
const INVOICED = escapeRegExp(PRICES.pro.invoiced);
const GENERAL = "/settings/general";

const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Plan", exact: true }) });

/** The value of a fact. */
const fact = (page: Page, name: string) =>
  card(page).locator("dt").filter({ hasText: name }).locator("+ dd");

async function returnFromPortal(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Return" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
}

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
    `You’re on the Pro plan, ${PRICES.pro.monthly}. It renews on`,
  );
  await expect(fact(page, "Next payment")).toHaveText(new RegExp(`^${INVOICED} on ${DAY}$`));
  await expectAccessible(page);
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
  await expect(card(page)).toContainText("You’re on the Pro plan");
  await expect(card(page).getByText("Loading billing details")).toBeAttached();
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
});

test("offline or while Stripe is down, the rest of the page works and the details can be retried", async ({
  page,
  subscriber,
}) => {
  await page.route("**/account/billing**", (route) => route.abort());
  await page.goto(GENERAL);
  const problem = card(page).getByRole("status").filter({ hasText: "We can’t" });
  await expect(problem).toContainText("We can’t reach the server");
  await page.unroute("**/account/billing**");
  const path = `/v1/customers/${subscriber.customerId}`;
  await callStripeControl("faults", { path, outcome: "close", times: 2 });
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect(problem).toContainText(
    "We can’t show your next payment, card, and invoices right now",
  );
  await expect(card(page)).toContainText(`You’re on the Pro plan, ${PRICES.pro.monthly}.`);
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
  await expect(card(page).locator("dl")).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page includes the details, which can be retried, and a form's result", async ({
    page,
    subscriber,
  }) => {
    const path = `/v1/customers/${subscriber.customerId}`;
    await callStripeControl("faults", { path, outcome: "close", times: 2 });
    await page.goto(GENERAL);
    await expect(card(page).getByRole("status")).toContainText("can’t show your next payment");
    await card(page).getByRole("link", { name: "Try again" }).click();
    await expect(fact(page, "Card")).toContainText("Visa ending in 4242");
    await expect(fact(page, "Invoices").getByRole("link", { name: /^View/ })).toBeVisible();
    await expect(card(page).getByText("Loading billing details")).toBeHidden();
    await page.getByLabel("Name", { exact: true }).fill("Ann Example");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your profile has been updated")).toBeVisible();
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
      `You’re on the Pro plan, ${PRICES.pro.monthly}. It renews on`,
    );
  });
});

test("'Cancel plan' asks at Stripe, returns to the end of the plan, and can be taken back", async ({
  page,
  subscriber: _,
}) => {
  await page.goto(GENERAL);
  await card(page).getByRole("link", { name: "Cancel plan" }).click();
  await expect(page.getByRole("heading", { name: "Cancel your plan" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  await expect(card(page)).toContainText("Your plan is canceled. You keep Pro until");
  await expect(card(page)).toContainText("It’s canceled and won’t renew.");
  await expect(card(page)).toBeInViewport();
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toBeHidden();
  // A second tab still has the link: a plan is canceled only once. An unknown step opens the whole portal, too.
  for (const step of ["cancel", "%22%3E%3Cscript%3E"]) {
    await page.goto(`/settings/billing?flow=${step}`);
    await expect(page.getByRole("heading", { name: "Current subscription" })).toBeVisible();
  }
  await page.goto(GENERAL);
  // A person reads first: by now the browser has the details of the canceled plan.
  await expect(fact(page, "Card")).toContainText("Visa");
  await card(page).getByRole("button", { name: "Keep Pro" }).click();
  await expect(card(page).locator("[data-alert]")).toContainText(
    "You’re keeping Pro. It renews on",
  );
  await expect(card(page).getByRole("link", { name: "Cancel plan" })).toBeVisible();
  await page.reload();
  await expect(card(page).getByText("You’re keeping Pro")).toBeHidden();
});
