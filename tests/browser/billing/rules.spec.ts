/** What a second trial, an upgrade, a downgrade and a switch during the trial cost, by their invoices. */
import type { Page } from "@playwright/test";
import {
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
import { escapeRegExp, PRICES } from "../../support/prices.ts";

const DAY_S = 86_400;

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

const BUSINESS = `Business, ${PRICES.business.invoiced} per month`;
const STARTER = `Starter, ${PRICES.starter.invoiced} per month`;

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
  await page.waitForURL(/\/dashboard(\?paid=true)?$/);
  await untilStatus(person, "active");
  expect(await listPayments(customer)).toEqual([PRICES.pro.cents, 0]);
});

test("an upgrade is charged immediately", async ({ page, subscriber }) => {
  const { customerId: customer } = subscriber;
  await callStripeControl("advance", { customer, seconds: 15 * DAY_S });
  await switchTo(page, BUSINESS);
  await expect(page.getByText(/You’re on the Business plan.*It renews on/)).toBeVisible();
  const [upgrade, ...before] = await listPayments(customer);
  expect(before).toEqual([PRICES.pro.cents]);
  const halfDifference = (PRICES.business.cents - PRICES.pro.cents) / 2;
  expect(upgrade).toBeGreaterThan(0.85 * halfDifference);
  expect(upgrade).toBeLessThan(1.15 * halfDifference);
});

test("a downgrade takes effect at the end of the period, and costs nothing before", async ({
  page,
  subscriber,
}) => {
  const { customerId: customer } = subscriber;
  await switchTo(page, STARTER);
  const scheduled = page.getByText(
    new RegExp(
      `You’re on the Pro plan until .*\\. Then Starter, ${escapeRegExp(PRICES.starter.monthly)}\\.`,
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
      return page.getByText(/You’re on the Starter plan.*It renews on/).count();
    })
    .toBe(1);
  expect(await listPayments(customer)).toEqual([PRICES.starter.cents, PRICES.pro.cents]);
});

test("a switch during the trial keeps the trial, and costs nothing", async ({ page, trialist }) => {
  const { customerId: customer } = trialist;
  await switchTo(page, BUSINESS);
  await expect(page.getByText(/You’re on the Business trial until/)).toBeVisible();
  expect((await listPayments(customer)).filter((amount) => amount > 0)).toEqual([]);
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  expect(subscription?.status).toBe("trialing");
});

/** The limit's minute may turn in between. */
const MOST_IN_TWO_MINUTES = 20;

test("the billing page opens at most ten portals a minute, and none on prefetch", async ({
  context,
  subscriber: _,
}) => {
  const headers = { "Sec-Purpose": "prefetch" };
  const prefetched = await context.request.get("/settings/billing", { headers, maxRedirects: 0 });
  expect(prefetched.status()).toBe(503);
  const open = () => context.request.get("/settings/billing", { maxRedirects: 0 });
  let count = 0;
  for (let visit = await open(); visit.status() !== 429; visit = await open()) {
    count += 1;
    expect(visit.headers().location).toContain(`${localUrls.stripe}/p/session/`);
    expect(count).toBeLessThanOrEqual(MOST_IN_TWO_MINUTES);
  }
  expect(count).toBeGreaterThanOrEqual(10);
});
