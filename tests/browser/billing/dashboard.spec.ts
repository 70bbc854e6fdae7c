/** The plan on the dashboard: its status, and its dates in the user's time zone. */
import type { Page } from "@playwright/test";
import { findPlan } from "../../../app/content/plans.ts";
import { callStripeControl, test, waitForCheckout } from "../../support/browser/billing.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { NO_PLAN, PLAN_NAMES, PRICES } from "../../support/plans.ts";

test("an unconfirmed payment is waited for, and the dashboard updates automatically", async ({
  page,
  person,
}) => {
  // By the address alone: nothing was bought.
  await openHydrated(page, "/dashboard?paid=true");
  await expect(page.getByText(NO_PLAN)).toBeVisible();
  await expect(page.locator("main [data-alert]")).toHaveCount(0);
  await page.goto("/purchase/starter");
  await waitForCheckout(page);
  const [id] = page.url().match(/cs_\w+/) ?? [];
  // Of an open session, Stripe says that it isn't paid.
  await openHydrated(page, `/dashboard?paid=true&session=${id}`);
  await expect(page.getByRole("link", { name: "View plans" })).toBeVisible();
  await callStripeControl("faults", {
    path: `/v1/checkout/sessions/${id}`,
    outcome: "close",
    times: 3,
  });
  await openHydrated(page, `/dashboard?paid=true&session=${id}`);
  await page.reload();
  await expect(page.getByText("waiting for Stripe")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(NO_PLAN);
  await expect(page.getByRole("main")).not.toContainText(": none");
  await person.subscribe("starter");
  await expect(
    page.getByText(`You are now subscribed to the ${PLAN_NAMES.starter} plan`),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByText("You are now subscribed")).toHaveCount(0);
  await expect(page.getByText(/ will email you by /)).toBeVisible();
  await expect(page.getByText("Please have this ready: which")).toBeVisible();
  await page.getByText("Your plan includes").click();
  const included = page.locator("details", { hasText: "Your plan includes" });
  await expect(included.getByRole("listitem")).toHaveText([...(findPlan("starter")?.perks ?? [])]);
});

test("a plan that was paid for in another tab returns, although Stripe reports it later", async ({
  page,
  subscriber: { id },
  sql,
}) => {
  await sql`
    update public.customers set stripe_subscription_status = 'past_due' where user_id = ${id}`;
  await openHydrated(page, "/dashboard");
  const read = page.waitForResponse(/\/dashboard\.data/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await read;
  await expect(page.getByRole("region", { name: "Your plan" })).toContainText("failed");
  await sql`
    update public.customers set stripe_subscription_status = 'active' where user_id = ${id}`;
  await expect(page.getByText("Your plan is active now.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Your plan" })).toHaveCount(0);
});

test("a plan that is canceled, or has ended, is named once, above a long list", async ({
  page,
  subscriber: { id },
  sql,
}) => {
  await sql`
    insert into public.items (owner, name)
    select ${id}, 'Item ' || number from generate_series(1, 25) number`;
  await sql`
    update public.customers set cancel_at = current_period_end where user_id = ${id}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard");
  const notice = page.getByRole("region", { name: "Your plan" });
  await expect(notice).toContainText("It’s canceled and won’t renew.");
  await expect(notice.getByRole("link", { name: `Keep ${PLAN_NAMES.pro}` })).toBeInViewport();
  await sql`
    update public.customers set stripe_subscription_status = 'canceled' where user_id = ${id}`;
  await page.reload();
  await expect(notice).toBeInViewport();
  await expect(
    page.getByText(`Your ${PLAN_NAMES.pro} plan and the work it covered have ended.`),
  ).toHaveCount(1);
});

test.describe("dates", () => {
  test.use({ timezoneId: "Pacific/Auckland" });
  // 10:30 pm UTC: the next day in Auckland.
  test.beforeEach(async ({ trialist, sql }) => {
    await sql`
      update public.customers set trial_end = '2036-12-04T22:30:00Z' where user_id = ${trialist.id}`;
  });
  const sentence = (page: Page) =>
    page.locator("p").filter({ hasText: `You’re on the ${PLAN_NAMES.pro} trial until` });

  test("are in the user's time zone, in React, after a client-side navigation, and on a page without React", async ({
    page,
    trialist,
  }) => {
    const until = `until December 5, 2036. Then ${PRICES.pro.listed}.`;
    await openHydrated(page, "/dashboard");
    await expect(sentence(page)).toContainText(until);
    await expect(page.getByRole("definition")).toHaveText([
      trialist.email,
      PLAN_NAMES.pro,
      "trialing",
    ]);
    await openHydrated(page, "/settings/password");
    await page.getByRole("link", { name: "Dashboard" }).filter({ visible: true }).first().click();
    await expect(sentence(page)).toContainText(until);

    await page.goto("/pricing");
    await expect(sentence(page)).toContainText("until December 5, 2036.");
    await expect(
      page.getByText("You pay nothing today. Your trial continues until December 5, 2036"),
    ).toHaveCount(2);
    await expect(page.getByText("UTC")).toHaveCount(0);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("are in UTC and labeled so", async ({ page }) => {
      await page.goto("/dashboard");
      // Generated content is not in the text, but in the accessibility tree.
      await expect(sentence(page)).toMatchAriaSnapshot(`
        - paragraph:
          - text: You’re on the ${PLAN_NAMES.pro} trial until
          - time: December 4, 2036 UTC
          - text: . Then ${PRICES.pro.listed}.
      `);
    });
  });
});
