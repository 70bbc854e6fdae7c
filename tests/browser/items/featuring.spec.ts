/** What a plan allows on the list. */
import type { Page } from "@playwright/test";
import {
  expect,
  holdDataRequests,
  openHydrated,
  whenSubmitted,
} from "../../support/browser/fixtures.ts";
import { test } from "../../support/browser/items.ts";
import { PLAN_NAMES } from "../../support/plans.ts";

const UPGRADE = "You must upgrade to the pro or business plan to use this feature";

const star = (page: Page, name: string) => page.getByRole("button", { name: `Featured: ${name}` });

test.describe("featuring", () => {
  test("is optimistic, and rolled back if the plan has ended", async ({
    page,
    person,
    addItems,
    sql,
  }) => {
    await addItems(person, ["Best seller"]);
    await person.subscribe("pro");
    await openHydrated(page, "/dashboard");
    await sql`
      update public.customers set stripe_subscription_status = 'canceled'
      where user_id = ${person.id}`;
    const { release } = await holdDataRequests(page);
    await star(page, "Best seller").click();
    await expect(star(page, "Best seller")).toHaveAttribute("aria-pressed", "true");
    release();
    await expect(page.getByText(UPGRADE, { exact: true })).toBeVisible();
    await expect(star(page, "Best seller")).toHaveAttribute("aria-pressed", "false");
  });

  test("shows one upgrade message on the starter plan", async ({ page, person, addItems }) => {
    await addItems(person, ["Best seller", "Other"]);
    await person.subscribe("starter");
    await openHydrated(page, "/dashboard");
    const needed = `You can feature items with an active ${PLAN_NAMES.pro} or ${PLAN_NAMES.business} plan.`;
    for (const name of ["Best seller", "Other"]) {
      await expect(star(page, name)).toHaveAccessibleDescription(needed);
      const response = whenSubmitted(page);
      await star(page, name).click();
      await response;
      await expect(page.getByRole("alert").getByText(UPGRADE, { exact: true })).toBeVisible();
      await expect(star(page, name)).toHaveAttribute("aria-pressed", "false");
    }
    await expect(page.getByRole("alert").getByRole("link")).toHaveAttribute("href", "/pricing");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(star(page, "Other")).toBeFocused();
    await page.goto("/dashboard?show=featured");
    await expect(page.getByText(needed)).toBeVisible();
    await expect(
      page.locator(".list-placeholder").getByRole("link", { name: "View plans" }),
    ).toHaveAttribute("href", "/pricing");
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("shows the upgrade message without a plan", async ({ page, person, addItems }) => {
      await addItems(person, ["Best seller"]);
      await page.goto("/dashboard");
      await star(page, "Best seller").click();
      await expect(page.getByText(UPGRADE, { exact: true })).toBeVisible();
    });
  });
});
