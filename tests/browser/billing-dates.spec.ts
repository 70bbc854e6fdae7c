/** The days of billing, on the calendar of whoever reads them. */
import type { Page } from "@playwright/test";
import { stripe, test } from "../support/billing-fixtures.ts";
import { expect, openHydrated } from "../support/fixtures.ts";

/** Half past ten in the evening in UTC, so tomorrow in Auckland. */
const TRIAL_END = "2036-12-04T22:30:00Z";

/** Has the product's own row end the trial at `TRIAL_END`. */
const endTrial = async (
  sql: (parts: TemplateStringsArray, ...values: string[]) => PromiseLike<unknown>,
  id: string,
) => {
  await sql`update public.customers set trial_end = ${TRIAL_END} where user_id = ${id}`;
};

const sentence = (page: Page) => page.getByText(/On the Pro trial until/);

test.describe("in Auckland", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("are Auckland's on the dashboard, and stay so when the page is opened from another", async ({
    page,
    trialist,
    sql,
  }) => {
    await endTrial(sql, trialist.id);
    await openHydrated(page, "/dashboard");
    await expect(sentence(page)).toContainText("until December 5, 2036. Then $250 a month.");
    await openHydrated(page, "/settings/password");
    await page.getByRole("link", { name: "Dashboard" }).filter({ visible: true }).first().click();
    await expect(sentence(page)).toContainText("until December 5, 2036. Then $250 a month.");
  });

  test("are Auckland's on the pricing page, which runs no React", async ({
    page,
    trialist,
    sql,
  }) => {
    await endTrial(sql, trialist.id);
    await page.goto("/pricing");
    await expect(sentence(page)).toContainText("until December 5, 2036.");
    await expect(
      page.getByText("Nothing today. The trial goes on until December 5, 2036"),
    ).toHaveCount(2);
    await expect(page.getByText("UTC")).toHaveCount(0);
  });

  test("are Auckland's in what Stripe says: the next payment and the invoices", async ({
    page,
    trialist,
  }) => {
    const { customerId: customer } = trialist;
    const [subscription] = (await stripe.subscriptions.list({ customer })).data;
    await stripe.subscriptions.update(subscription?.id ?? "", {
      trial_end: Math.floor(Date.parse(nextEvening()) / 1_000),
      proration_behavior: "none",
    });
    await page.goto("/settings/general");
    const day = new Date(nextEvening()).toLocaleString("en-US", {
      day: "numeric",
      month: "long",
      timeZone: "Pacific/Auckland",
    });
    const time = page.getByText("$250.00 on").locator("time");
    await expect(time).toHaveAttribute("datetime", nextEvening());
    await expect(time).toContainText(day);
    const invoice = page.getByRole("listitem").filter({ hasText: "$0.00" });
    const issued = await invoice.locator("time").textContent();
    await expect(
      invoice.getByRole("link", { name: `View: invoice of ${issued}, $0.00` }),
    ).toBeVisible();
  });
});

/** Ten days from now, late enough in UTC to be the next day in Auckland. */
function nextEvening(): string {
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  return `${day}T22:30:00.000Z`;
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, timezoneId: "Pacific/Auckland" });

  for (const path of ["/dashboard", "/pricing"]) {
    test(`are those of UTC on ${path}, and say so`, async ({ page, trialist, sql }) => {
      await endTrial(sql, trialist.id);
      await page.goto(path);
      await expect(sentence(page)).toContainText("until December 4, 2036. Then $250 a month.");
      await expect(sentence(page)).toMatchAriaSnapshot(`
        - paragraph:
          - text: On the Pro trial until
          - time: December 4, 2036 UTC
          - text: . Then $250 a month.
      `);
    });
  }
});
