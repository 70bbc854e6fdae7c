/** The plan gate of featured items. */
import type { Page } from "@playwright/test";
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated, whenSubmitted } from "../../support/browser/fixtures.ts";
import { holdDataRequests } from "../../support/browser/items.ts";

const UPGRADE = "You must upgrade to the pro or business plan to use this feature";

const featured = (page: Page) => page.getByRole("region", { name: "Featured" });
const star = (page: Page, name: string) => page.getByRole("button", { name: `Featured: ${name}` });

test.describe("featuring", () => {
  test("is optimistic, and rolled back if the server rejects it", async ({ page, person, sql }) => {
    await person.addItems(["Best seller"]);
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

  for (const plan of [null, "starter"] as const) {
    test(`shows one upgrade message on ${plan ?? "no"} plan`, async ({ page, person }) => {
      await person.addItems(["Best seller", "Other"]);
      if (plan) await person.subscribe(plan);
      await openHydrated(page, "/dashboard");
      for (const name of ["Best seller", "Other"]) {
        await expect(star(page, name)).toHaveAccessibleDescription("Not included in your plan");
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
      await page.goto("/dashboard?select=");
      await expect(page.getByRole("button", { name: "Feature", exact: true })).toHaveCount(0);
    });
  }

  test("an ended plan keeps the featured items, and unfeaturing shows the upgrade message", async ({
    page,
    person,
    sql,
  }) => {
    await person.addItems(["Best seller"]);
    await sql`update public.items set featured = true where owner = ${person.id}`;
    await person.subscribe("pro", "canceled");
    await openHydrated(page, "/dashboard");
    const { release } = await holdDataRequests(page);
    await star(page, "Best seller").click();
    await expect(star(page, "Best seller")).toHaveAttribute("aria-pressed", "true");
    release();
    await expect(page.getByText(UPGRADE, { exact: true })).toBeVisible();
    await expect(featured(page)).toContainText("Best seller");
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("shows the upgrade message", async ({ page, person }) => {
      await person.addItems(["Best seller"]);
      await page.goto("/dashboard");
      await star(page, "Best seller").click();
      await expect(page.getByText(UPGRADE, { exact: true })).toBeVisible();
    });
  });
});
