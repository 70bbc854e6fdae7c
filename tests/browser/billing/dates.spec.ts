/** Billing dates in the reader's time zone. */
import type { Page } from "@playwright/test";
import { test } from "../../support/browser/billing.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { PRICES } from "../../support/prices.ts";

/** 10:30 pm UTC: the next day in Auckland. */
const TRIAL_END = "2036-12-04T22:30:00Z";

/** Sets the end of the trial in the customers row to `TRIAL_END`. */
const setTrialEnd = async (
  sql: (parts: TemplateStringsArray, ...values: string[]) => PromiseLike<unknown>,
  id: string,
) => {
  await sql`update public.customers set trial_end = ${TRIAL_END} where user_id = ${id}`;
};

const sentence = (page: Page) =>
  page.locator("p").filter({ hasText: "You’re on the Pro trial until" });

test.describe("in Auckland", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("are Auckland's on the dashboard, after a client-side navigation as well", async ({
    page,
    trialist,
    sql,
  }) => {
    await setTrialEnd(sql, trialist.id);
    await openHydrated(page, "/dashboard");
    await expect(sentence(page)).toContainText(
      `until December 5, 2036. Then ${PRICES.pro.monthly}.`,
    );
    await openHydrated(page, "/settings/password");
    await page.getByRole("link", { name: "Dashboard" }).filter({ visible: true }).first().click();
    await expect(sentence(page)).toContainText(
      `until December 5, 2036. Then ${PRICES.pro.monthly}.`,
    );
  });

  test("are Auckland's on the pricing page, which runs no React", async ({
    page,
    trialist,
    sql,
  }) => {
    await setTrialEnd(sql, trialist.id);
    await page.goto("/pricing");
    await expect(sentence(page)).toContainText("until December 5, 2036.");
    await expect(
      page.getByText("Nothing today. Your trial continues until December 5, 2036"),
    ).toHaveCount(2);
    await expect(page.getByText("UTC")).toHaveCount(0);
  });

  test("are Auckland's in the invoices and their links", async ({ page, subscriber: _ }) => {
    await page.goto("/settings/general");
    const invoice = page.getByRole("listitem").filter({ hasText: PRICES.pro.invoiced });
    const time = invoice.locator("time");
    const issued = new Date((await time.getAttribute("datetime")) ?? "").toLocaleString("en-US", {
      day: "numeric",
      month: "long",
      timeZone: "Pacific/Auckland",
    });
    await expect(time).toContainText(issued);
    await expect(
      invoice.getByRole("link", { name: `View invoice: ${issued}, ${PRICES.pro.invoiced}` }),
    ).toBeVisible();
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, timezoneId: "Pacific/Auckland" });

  test("are labeled UTC dates", async ({ page, trialist, sql }) => {
    await setTrialEnd(sql, trialist.id);
    await page.goto("/dashboard");
    await expect(sentence(page)).toMatchAriaSnapshot(`
      - paragraph:
        - text: You’re on the Pro trial until
        - time: December 4, 2036 UTC
        - text: . Then ${PRICES.pro.monthly}.
    `);
  });
});
