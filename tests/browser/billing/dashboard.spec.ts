/** The plan on the dashboard. */
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";

test("the dashboard links to the plans", async ({ page, person: _ }) => {
  await page.goto("/dashboard");
  const link = page.getByRole("main").getByRole("link", { name: "See the plans" });
  await expect(link).toHaveAttribute("href", "/pricing");
});

test.describe("the dashboard", () => {
  test("shows the plan and its status", async ({ page, person }) => {
    await person.subscribe("business", "trialing");
    await page.goto("/dashboard");
    await expect(page.getByRole("definition")).toHaveText([person.email, "business", "trialing"]);
  });

  test("shows the success banner to new subscribers only", async ({ page, person }) => {
    await person.subscribe("pro");
    await page.goto("/dashboard?paid=true");
    await expect(page.getByText("You are now subscribed to the pro plan")).toBeVisible();
    await page.goto("/dashboard");
    await expect(page.getByText("You are now subscribed")).toBeHidden();
  });

  test("waits for an unconfirmed payment and updates automatically", async ({ page, person }) => {
    await openHydrated(page, "/dashboard?paid=true");
    await expect(page.getByText("waiting for our payment provider")).toBeVisible();
    await person.subscribe("starter");
    await expect(page.getByText("You are now subscribed to the starter plan")).toBeVisible();
  });
});
