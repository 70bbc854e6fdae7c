/** What a second trial, an upgrade, a downgrade and a change during the trial cost: the invoices they make. */
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
} from "../support/billing-fixtures.ts";
import { expect, localUrls } from "../support/fixtures.ts";

const DAY_S = 86_400;

/** What was paid, newest first. US cents. */
async function paidBy(customer: string): Promise<number[]> {
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

const BUSINESS = "Business, $1,900.00 per month";
const STARTER = "Starter, $40.00 per month";

test("a second plan has no second trial, and every page says so", async ({
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
  await expect(page.getByText("There is one free trial a person")).toBeVisible();
  await page.route("**/purchase/pro.data*", (route) => route.abort());
  await page.goto("/purchase/pro");
  await expect(
    page.getByText("You have had your free trial, so the first month, $250, is charged today."),
  ).toBeVisible();
  await page.unroute("**/purchase/pro.data*");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await waitForCheckout(page);
  await expect(page.getByRole("row", { name: "Total due today $250.00" })).toBeVisible();
  await fillCard(page, CARDS.pays);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.waitForURL("**/dashboard?paid=true");
  await untilStatus(person, "active");
  expect(await paidBy(customer)).toEqual([25_000, 0]);
});

test("an upgrade is paid at once", async ({ page, subscriber }) => {
  const { customerId: customer } = subscriber;
  await callStripeControl("advance", { customer, seconds: 15 * DAY_S });
  await switchTo(page, BUSINESS);
  await expect(page.getByText(/On the Business plan.*It renews on/)).toBeVisible();
  const [upgrade, ...before] = await paidBy(customer);
  expect(before).toEqual([25_000]);
  // About half a month of the difference, $1,650.
  expect(upgrade).toBeGreaterThan(70_000);
  expect(upgrade).toBeLessThan(95_000);
});

test("a downgrade waits for the end of what is paid, and costs nothing before", async ({
  page,
  subscriber,
}) => {
  const { customerId: customer } = subscriber;
  await switchTo(page, STARTER);
  const scheduled = page.getByText(/On the Pro plan until .*\. Then Starter, \$40 a month\./);
  for (const path of ["/dashboard", "/settings/general", "/pricing"]) {
    await expect(async () => {
      await page.goto(path);
      await expect(scheduled).toBeVisible({ timeout: 1_000 });
    }).toPass();
  }
  expect(await paidBy(customer)).toEqual([25_000]);
  await callStripeControl("advance", { customer, seconds: 32 * DAY_S });
  await expect
    .poll(async () => {
      await page.goto("/dashboard");
      return page.getByText(/On the Starter plan.*It renews on/).count();
    })
    .toBe(1);
  expect(await paidBy(customer)).toEqual([4_000, 25_000]);
});

test("a change during the trial keeps the trial, and costs nothing", async ({ page, trialist }) => {
  const { customerId: customer } = trialist;
  await switchTo(page, BUSINESS);
  await expect(page.getByText(/On the Business trial until/)).toBeVisible();
  expect((await paidBy(customer)).filter((amount) => amount > 0)).toEqual([]);
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  expect(subscription?.status).toBe("trialing");
});

test("the billing page opens ten portals a minute, and none ahead of time", async ({
  context,
  subscriber: _,
}) => {
  const headers = { "Sec-Purpose": "prefetch" };
  const ahead = await context.request.get("/settings/billing", { headers, maxRedirects: 0 });
  expect(ahead.status()).toBe(503);
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    const visit = await context.request.get("/settings/billing", { maxRedirects: 0 });
    statuses.push(visit.status());
    if (count === 0) expect(visit.headers().location).toContain(`${localUrls.stripe}/p/session/`);
  }
  expect(statuses).toEqual([...Array(10).fill(302), 429, 429]);
});
