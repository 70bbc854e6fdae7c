/**
 * The lifecycle of a subscription after checkout, as the pages show it, and what a second trial and a
 * downgrade cost.
 */
import type { Page } from "@playwright/test";
import {
  BACK_FROM_PORTAL,
  CARDS,
  callStripeControl,
  fillCard,
  openPortal,
  payWith,
  returnToDashboard,
  stripe,
  test,
  waitForCheckout,
} from "../../support/browser/billing.ts";
import { expect, localUrls } from "../../support/browser/fixtures.ts";
import { escapeRegExp, PLAN_NAMES, PRICES } from "../../support/plans.ts";

const DAY_S = 86_400;
const date = String.raw`\w+ \d+(, \d{4})?`;
const active = `You’re on the ${PLAN_NAMES.pro} plan, ${escapeRegExp(PRICES.pro.monthly)}. It renews on ${date}`;
/** Paid amounts in US cents, newest first. */
async function listPayments(customer: string): Promise<number[]> {
  const { data } = await stripe.invoices.list({ customer, status: "paid" });
  return data.map(({ amount_paid }) => amount_paid);
}

async function switchTo(page: Page, plan: string): Promise<void> {
  await openPortal(page);
  await page.getByText("Switch plan").first().click();
  await page.getByLabel("New plan").selectOption({ label: plan });
  await page.getByRole("button", { name: "Switch plan" }).click();
  await returnToDashboard(page);
}
const STARTER = `${PLAN_NAMES.starter}, ${PRICES.starter.invoiced} per month`;

/** Declines the renewal. */
async function failPayment(customer: string): Promise<void> {
  await callStripeControl("decline", { on: true, customer });
  await callStripeControl("advance", { customer, seconds: 31 * DAY_S });
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
  const amount = escapeRegExp(PRICES.pro.invoiced);
  await expect(
    summary(
      page,
      String.raw`The last payment for your ${PLAN_NAMES.pro} plan \(${amount}\) failed. We’ll try your Visa ending in 4242 again on ${date}`,
    ),
  ).toBeVisible();

  await page.goto("/purchase/business");
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
  expect((await stripe.checkout.sessions.list({ customer })).data).toEqual([]);

  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto("/dashboard");
  // Above the list, on small screens as well.
  await expect(page.getByRole("link", { name: /^Pay \$/ })).toBeInViewport();
  await page.getByRole("link", { name: "Update card" }).click();
  await fillCard(page, CARDS.paysToo);
  await page.getByRole("button", { name: "Update card" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  await expect(page.getByText("We’ll try your Mastercard ending in 4444 again on")).toBeVisible();

  await callStripeControl("decline", { on: false, customer });
  const pricing = await page.context().newPage();
  await pricing.goto("/pricing");
  await expect(
    pricing.getByText(/Pay the invoice first, then you can switch plans\./),
  ).toBeVisible();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: /^Pay \$/ }).click();
  const invoice = await opened;
  await fillCard(invoice, CARDS.pays);
  await invoice.getByRole("button", { name: "Pay invoice" }).click();
  await expect(invoice.getByText("paid", { exact: true })).toBeVisible();
  await invoice.close();
  // Chromium's tabs are all visible while headless.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(
    page.getByText(
      `Your payment of ${PRICES.pro.invoiced} went through. ${PLAN_NAMES.pro} is active again. Your next payment still goes to your Mastercard ending in 4444;`,
    ),
  ).toBeVisible();
  await expect(summary(page, active)).toBeVisible();
  await untilStatus(subscriber, "active");
  await pricing.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(summary(pricing, active)).toBeVisible();
  await page.goto("/settings/general");
  await expect(page.getByText("You paid last with Visa ending in 4242.")).toBeVisible();
});

test("a second plan has no trial, and every page says so", async ({
  page,
  person,
  customerOf,
  untilStatus,
}) => {
  await page.goto("/purchase/pro");
  await waitForCheckout(page);
  await payWith(page, CARDS.pays);
  await untilStatus(person, "trialing");
  const customer = await customerOf(person);
  const [first] = (await stripe.subscriptions.list({ customer })).data;
  await stripe.subscriptions.cancel(first?.id ?? "");
  await untilStatus(person, "canceled");

  await page.goto("/pricing");
  await expect(page.getByText("One free trial per account")).toBeVisible();
  await page.route("**/purchase/pro.data*", (route) => route.abort());
  const submitted = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/purchase/pro.data"),
  );
  await page.goto("/purchase/pro");
  await expect(
    page.getByText(
      `You’ve already used your free trial, so your first month (${PRICES.pro.dollars}) is charged today.`,
    ),
  ).toBeVisible();
  await submitted;
  await page.unroute("**/purchase/pro.data*");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await waitForCheckout(page);
  await expect(
    page.getByRole("row", { name: `Total due today ${PRICES.pro.invoiced}` }),
  ).toBeVisible();
  await fillCard(page, CARDS.pays);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.waitForURL(/\/dashboard$/);
  await untilStatus(person, "active");
  expect(await listPayments(customer)).toEqual([PRICES.pro.cents, 0]);
});

test("a downgrade takes effect at the end of the period, and costs nothing before", async ({
  page,
  subscriber,
}) => {
  const { customerId: customer } = subscriber;
  await switchTo(page, STARTER);
  const scheduled = page.getByText(
    new RegExp(
      `You’re on the ${PLAN_NAMES.pro} plan until .*\\. Then ${PLAN_NAMES.starter}, ${escapeRegExp(PRICES.starter.monthly)}\\.`,
    ),
  );
  for (const path of ["/dashboard", "/settings/general", "/pricing"]) {
    await expect(async () => {
      await page.goto(path);
      await expect(scheduled).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
  }
  expect(await listPayments(customer)).toEqual([PRICES.pro.cents]);
  await callStripeControl("advance", { customer, seconds: 32 * DAY_S });
  await expect
    .poll(async () => {
      await page.goto("/dashboard");
      return page
        .getByText(new RegExp(`You’re on the ${PLAN_NAMES.starter} plan.*It renews on`))
        .count();
    })
    .toBe(1);
  expect(await listPayments(customer)).toEqual([PRICES.starter.cents, PRICES.pro.cents]);
});

test("the billing page opens no portal on prefetch", async ({ context, subscriber: _ }) => {
  const headers = { "Sec-Purpose": "prefetch" };
  const response = await context.request.get("/settings/billing", { headers, maxRedirects: 0 });
  expect(response.status()).toBe(503);
});
