/**
 * A subscription whose renewal is declined, until it is paid with another card; and the way to the billing
 * portal.
 */
import type { Page } from "@playwright/test";
import {
  BACK_FROM_PORTAL,
  CARDS,
  callStripeControl,
  fillCard,
  stripe,
  test,
} from "../../support/browser/billing.ts";
import { expect, localUrls } from "../../support/browser/fixtures.ts";
import { UNKNOWN_OUTCOME } from "../../support/browser/unknown-outcome.ts";
import { escapeRegExp, PERIOD_DAYS, PLAN_NAMES, PRICES } from "../../support/plans.ts";

const DAY_S = 86_400;
const date = String.raw`\w+ \d+(, \d{4})?`;
const active = `You’re on the ${PLAN_NAMES.pro} plan, ${escapeRegExp(PRICES.pro.listed)}. It renews on ${date}`;
/** Declines the renewal. */
async function failPayment(customer: string): Promise<void> {
  await callStripeControl("decline", { on: true, customer });
  await callStripeControl("advance", { customer, seconds: PERIOD_DAYS.pro * DAY_S });
}

const summary = (page: Page, text: string) => page.getByText(new RegExp(text));

test("past due, it rejects a second plan, takes a new card, and resumes once paid with another one", async ({
  page,
  subscriber,
  untilStatus,
}) => {
  const { customerId: customer } = subscriber;
  await failPayment(customer);
  await untilStatus(subscriber, "past_due");
  await page.goto("/dashboard");
  await expect(
    summary(
      page,
      `The last payment for your ${PLAN_NAMES.pro} plan failed. The plan and the work it covers are paused`,
    ),
  ).toBeVisible();

  await page.goto("/purchase/business");
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
  expect((await stripe.checkout.sessions.list({ customer })).data).toEqual([]);

  await page.goto("/settings/general");
  await expect(page.getByText(`${PLAN_NAMES.pro}, ${PRICES.pro.listed}`)).toBeVisible();
  await page.getByRole("link", { name: "Cancel plan" }).click();
  await expect(page.getByRole("heading", { name: "Cancel your plan" })).toBeVisible();

  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto("/dashboard");
  // Above the list, on small screens as well.
  const pay = `Pay ${PRICES.pro.invoiced}`;
  await expect(page.getByRole("link", { name: pay })).toBeInViewport();
  await page.getByRole("link", { name: "Update card" }).click();
  await fillCard(page, CARDS.paysToo);
  await page.getByRole("button", { name: "Update card" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  await expect(page.getByText("Your card is updated.")).toBeVisible();
  await expect(page.getByText("Mastercard ending in 4444")).toHaveCount(1);
  // It is said once, also by the same address from the history.
  await page.goto("/account/billing/return");
  await expect(page.getByText("Payment method: Mastercard ending in 4444")).toBeVisible();
  await expect(page.getByText("Your card is updated")).toHaveCount(0);

  await callStripeControl("decline", { on: false, customer });
  const pricing = await page.context().newPage();
  await pricing.goto("/pricing");
  const blocked = pricing.getByText("You can switch plans once yours is active.");
  await expect(blocked.first()).toBeVisible();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: pay }).click();
  const invoice = await opened;
  await expect(
    invoice.getByRole("row", { name: `Amount due ${PRICES.pro.invoiced}` }),
  ).toBeVisible();
  await fillCard(invoice, CARDS.pays);
  await invoice.getByRole("button", { name: "Pay invoice" }).click();
  await expect(invoice.getByText("paid", { exact: true })).toBeVisible();
  await invoice.close();
  await untilStatus(subscriber, "active");
  // Chromium's tabs are all visible while headless.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(
    page.getByText(
      `Your payment of ${PRICES.pro.invoiced} went through. Your next payment still goes to your Mastercard ending in 4444,`,
    ),
  ).toBeVisible();
  await expect(summary(page, active)).toBeVisible();
  await pricing.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(summary(pricing, active)).toBeVisible();
});

/** Opens the portal, and waits until the card was moved, which happens in the background. */
async function openPortal(page: Page, customer: string) {
  await page.goto("/settings/billing");
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
  const readCard = async () => {
    const { data } = await stripe.subscriptions.list({ customer });
    return data[0]?.default_payment_method;
  };
  await expect.poll(readCard).toBeNull();
  await callStripeControl("settle", {});
}

test("a return that Stripe does not confirm says so, again after a reload, until Stripe answers", async ({
  page,
  subscriber: { customerId },
}) => {
  await openPortal(page, customerId);
  const path = `/v1/customers/${customerId}`;
  // Two returns, with their retries.
  await callStripeControl("faults", { method: "GET", path, outcome: "close", times: 6 });
  await page.goto("/account/billing/return");
  for (const go of [() => {}, () => page.reload()]) {
    await go();
    await expect(page).toHaveURL(BACK_FROM_PORTAL);
    await expect(page.getByText(UNKNOWN_OUTCOME)).toBeVisible();
  }
  // A browser that sends no Sec-Fetch-Mode asks again as well; a script that revalidates does not.
  for (const [accept, status] of [
    ["text/html,*/*", 302],
    ["*/*", 200],
  ] as const) {
    const headers = { Accept: accept };
    const read = await page.request.get("/settings/general", { headers, maxRedirects: 0 });
    expect(read.status()).toBe(status);
  }
  await page.reload();
  await expect(page).toHaveURL(BACK_FROM_PORTAL);
  await expect(summary(page, active)).toBeVisible();
  await expect(page.getByText(UNKNOWN_OUTCOME)).toHaveCount(0);
});

test("a form after such a return shows its own result", async ({
  page,
  subscriber: { customerId },
}) => {
  await openPortal(page, customerId);
  const path = `/v1/customers/${customerId}`;
  await callStripeControl("faults", { method: "GET", path, outcome: "close", times: 6 });
  await page.goto("/account/billing/return");
  await page.locator("html[data-hydrated]").waitFor();
  await expect(page.getByText(UNKNOWN_OUTCOME)).toBeVisible();
  await page.getByLabel("Name").fill("Sue Scriber");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Sue Scriber");
});

test("the billing page opens no portal on prefetch", async ({ context, subscriber: _ }) => {
  const headers = { "Sec-Purpose": "prefetch" };
  const response = await context.request.get("/settings/billing", { headers, maxRedirects: 0 });
  expect(response.status()).toBe(503);
});
