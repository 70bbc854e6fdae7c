/** The life of a subscription after it was bought: what the pages say, and what can be done. */
import type { Page } from "@playwright/test";
import {
  CARDS,
  callStripeControl,
  openPortal,
  returnToDashboard,
  stripe,
  test,
} from "../support/billing-fixtures.ts";
import { expect, localUrls } from "../support/fixtures.ts";

const DAY_S = 86_400;
const date = String.raw`\w+ \d+(, \d{4})?`;
const running = String.raw`On the Pro plan, \$250 a month. It renews on ${date}`;
const summary = (page: Page, text: string) => page.getByText(new RegExp(text));

test("cancelled in the portal, it says when it ends; resumed, it renews again", async ({
  page,
  subscriber: _,
}) => {
  await openPortal(page);
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await returnToDashboard(page);
  await expect(
    summary(page, `On the Pro plan until ${date}. It is canceled and will not renew`),
  ).toBeVisible();

  await openPortal(page);
  await page.getByRole("button", { name: "Don’t cancel" }).click();
  await returnToDashboard(page);
  await expect(summary(page, running)).toBeVisible();
});

test("once a cancelled period is over the plan has ended, and can be bought again", async ({
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

test("switched to another plan, every page says the new one", async ({ page, subscriber: _ }) => {
  await openPortal(page);
  await page.getByText("Switch plan").first().click();
  await page.getByLabel("New plan").selectOption({ label: "Business, $1,900.00 per month" });
  await page.getByRole("button", { name: "Switch plan" }).click();
  await returnToDashboard(page);
  await expect(
    summary(page, `On the Business plan, .1,900 a month. It renews on ${date}`),
  ).toBeVisible();
});

test("at the end of the trial the first month is charged", async ({
  page,
  trialist,
  untilStatus,
}) => {
  await page.goto("/dashboard");
  await expect(summary(page, `On the Pro trial until ${date}. Then .250 a month`)).toBeVisible();
  await callStripeControl("advance", { customer: trialist.customerId, seconds: 15 * DAY_S });
  await untilStatus(trialist, "active");
  await page.reload();
  await expect(summary(page, running)).toBeVisible();
  const invoices = await stripe.invoices.list({ customer: trialist.customerId, status: "paid" });
  expect(invoices.data.map(({ amount_paid }) => amount_paid)).toContain(25_000);
});

test("past due, it says what to do, refuses a second plan, and comes back when it is paid", async ({
  page,
  subscriber,
  untilStatus,
}) => {
  const { customerId: customer } = subscriber;
  await callStripeControl("decline", { on: true, customer });
  await callStripeControl("advance", { customer, seconds: 31 * DAY_S });
  await untilStatus(subscriber, "past_due");
  await page.goto("/dashboard");
  await expect(summary(page, "The last payment for your Pro plan failed")).toBeVisible();

  await page.goto("/purchase/business");
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
  expect((await stripe.checkout.sessions.list({ customer })).data).toEqual([]);

  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto("/dashboard");
  // Above the list, also on a phone.
  await expect(page.getByRole("link", { name: "Update your card" })).toBeInViewport();
  await page.getByRole("link", { name: "Update your card" }).click();
  await page.waitForURL(`${localUrls.stripe}/p/session/**`);
  await page.getByText("Update card").first().click();
  await page.getByLabel("Card number").fill(CARDS.pays);
  await page.getByLabel("Expiry").fill("12 / 40");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("Ann Example");
  await page.getByRole("button", { name: "Update card" }).click();
  await callStripeControl("decline", { on: false, customer });
  await page.getByRole("button", { name: "Pay open invoices" }).click();
  await returnToDashboard(page);
  await expect(summary(page, running)).toBeVisible();
});

test("deleted with its customer at Stripe, it is gone here too", async ({
  page,
  subscriber,
  sql,
}) => {
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
