/** The lifecycle of a subscription after checkout, as the pages show it. */
import type { Page } from "@playwright/test";
import {
  BACK_FROM_PORTAL,
  CARDS,
  callStripeControl,
  fillCard,
  openPortal,
  returnToDashboard,
  stripe,
  test,
} from "../../support/browser/billing.ts";
import { expect, localUrls } from "../../support/browser/fixtures.ts";
import { escapeRegExp, PRICES } from "../../support/prices.ts";

const DAY_S = 86_400;
const date = String.raw`\w+ \d+(, \d{4})?`;
const active = `You’re on the Pro plan, ${escapeRegExp(PRICES.pro.monthly)}. It renews on ${date}`;
/** Declines the renewal. */
async function failPayment(customer: string): Promise<void> {
  await callStripeControl("decline", { on: true, customer });
  await callStripeControl("advance", { customer, seconds: 31 * DAY_S });
}

const summary = (page: Page, text: string) => page.getByText(new RegExp(text));

test("canceled in the portal, it shows its end; resumed, it renews again", async ({
  page,
  subscriber: _,
}) => {
  await openPortal(page);
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await returnToDashboard(page);
  await expect(
    summary(page, `You’re on the Pro plan until ${date}. It’s canceled and won’t renew`),
  ).toBeVisible();

  await openPortal(page);
  await page.getByRole("button", { name: "Don’t cancel" }).click();
  await returnToDashboard(page);
  await expect(summary(page, active)).toBeVisible();
});

test("after its canceled period, the plan has ended and can be bought again", async ({
  page,
  subscriber,
  untilStatus,
}) => {
  await openPortal(page);
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await callStripeControl("advance", { customer: subscriber.customerId, seconds: 32 * DAY_S });
  await untilStatus(subscriber, "canceled");
  await page.goto("/dashboard");
  await expect(page.getByText("Your Pro plan has ended.")).toBeVisible();
  await page.goto("/purchase/starter");
  await page.waitForURL(`${localUrls.stripe}/c/pay/**`);
});

test("after a switch, the new plan is shown", async ({ page, subscriber: _ }) => {
  await openPortal(page);
  await page.getByText("Switch plan").first().click();
  await page
    .getByLabel("New plan")
    .selectOption({ label: `Business, ${PRICES.business.invoiced} per month` });
  await page.getByRole("button", { name: "Switch plan" }).click();
  await returnToDashboard(page);
  await expect(
    summary(
      page,
      `You’re on the Business plan, ${escapeRegExp(PRICES.business.monthly)}. It renews on ${date}`,
    ),
  ).toBeVisible();
});

test("'Switch to Business' confirms the amount due today, and returns to the new plan", async ({
  page,
  subscriber: _,
}) => {
  await page.goto("/pricing");
  await page.getByRole("link", { name: "Switch to Business" }).click();
  await expect(page.getByRole("heading", { name: "Confirm your updates" })).toBeVisible();
  await expect(page.getByText(/^Amount due today: \$[\d,]+\.\d\d$/)).toBeVisible();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  await expect(
    summary(
      page,
      String.raw`You’re on Business now\. \$[\d,.]+ was charged to your Visa ending in 4242`,
    ),
  ).toBeVisible();
  await expect(summary(page, "You’re on the Business plan")).toBeVisible();
});

test.describe("a failed payment is described without its details", () => {
  const short = "The last payment for your Pro plan failed. The plan is paused until";

  test("while they cannot be loaded", async ({ page, subscriber, untilStatus }) => {
    await failPayment(subscriber.customerId);
    await untilStatus(subscriber, "past_due");
    await page.route("**/account/billing**", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await page.goto("/dashboard");
    await failed;
    await expect(summary(page, short)).toBeVisible();
  });

  test.describe("and without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("on the dashboard", async ({ page, subscriber, untilStatus }) => {
      await failPayment(subscriber.customerId);
      await untilStatus(subscriber, "past_due");
      await page.goto("/dashboard");
      await expect(summary(page, short)).toBeVisible();
      const invoice = page.waitForEvent("popup");
      await page.getByRole("link", { name: "Pay the invoice" }).click();
      await expect((await invoice).getByRole("button", { name: "Pay invoice" })).toBeVisible();
    });
  });
});

test("the first month is charged at the end of the trial", async ({
  page,
  trialist,
  untilStatus,
}) => {
  await page.goto("/dashboard");
  await expect(
    summary(
      page,
      `You’re on the Pro trial until ${date}. Then ${escapeRegExp(PRICES.pro.monthly)}`,
    ),
  ).toBeVisible();
  await callStripeControl("advance", { customer: trialist.customerId, seconds: 15 * DAY_S });
  await untilStatus(trialist, "active");
  await page.reload();
  await expect(summary(page, active)).toBeVisible();
  const invoices = await stripe.invoices.list({ customer: trialist.customerId, status: "paid" });
  expect(invoices.data.map(({ amount_paid }) => amount_paid)).toContain(PRICES.pro.cents);
});

test("past due, it rejects a second plan, takes a new card, and resumes once paid in another tab", async ({
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
      String.raw`The last payment for your Pro plan \(${amount}\) failed. We’ll try your Visa ending in 4242 again on ${date}`,
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
  await fillCard(page, CARDS.pays);
  await page.getByRole("button", { name: "Update card" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  await expect(
    summary(page, String.raw`Your card is updated\. Pay ${amount} now, or we’ll try it on ${date}`),
  ).toBeVisible();

  await callStripeControl("decline", { on: false, customer });
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: /^Pay \$/ }).click();
  const invoice = await opened;
  await invoice.getByRole("button", { name: "Pay invoice" }).click();
  await expect(invoice.getByText("paid", { exact: true })).toBeVisible();
  await invoice.close();
  // Chromium's tabs are all visible while headless.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(summary(page, active)).toBeVisible();
});

test("a customer deleted at Stripe is unlinked", async ({ page, subscriber, sql }) => {
  await stripe.customers.del(subscriber.customerId);
  await expect
    .poll(
      () => sql`
        select stripe_customer_id, stripe_subscription_status
        from public.customers where user_id = ${subscriber.id}`,
    )
    .toMatchObject([{ stripe_customer_id: null, stripe_subscription_status: null }]);
  await page.goto("/settings/billing");
  await expect(page).toHaveURL(/\/pricing$/);
});
