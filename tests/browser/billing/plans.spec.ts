/** The plans on the public pages. */

import { expect, test } from "../../support/browser/fixtures.ts";
import { PRICES } from "../../support/prices.ts";

test("the home page names the lowest price", async ({ page }) => {
  await page.goto("/");
  const afterLaunch = page.getByRole("region", { name: "What happens after launch?" });
  await expect(afterLaunch.getByText(`Plans start at ${PRICES.starter.monthly}.`)).toBeVisible();
});

test("the pricing page shows three plans with their perks and a trial", async ({ page }) => {
  await page.goto("/pricing");
  await expect(page.getByText("All plans include a 14-day free trial.")).toBeVisible();
  const plans = [
    { id: "starter", price: PRICES.starter.dollars, perks: 3 },
    { id: "pro", price: PRICES.pro.dollars, perks: 5 },
    { id: "business", price: PRICES.business.dollars, perks: 7 },
  ];
  const cards = page.locator("main > ul > li");
  await expect(cards).toHaveCount(plans.length);
  for (const [place, { id, price, perks }] of plans.entries()) {
    const card = cards.nth(place);
    await expect(card.getByText(price, { exact: true })).toBeVisible();
    await expect(card.getByRole("listitem")).toHaveCount(perks);
    await expect(card.getByRole("link", { name: "Choose" })).toHaveAttribute(
      "href",
      `/auth/signup?next=%2Fpurchase%2F${id}`,
    );
  }
});

test("the pricing page recommends one plan, with all buttons on one line", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto("/pricing");
  await expect(page.getByText("Recommended", { exact: true })).toHaveCount(1);
  const buttons = await page.getByRole("link", { name: "Choose" }).all();
  const tops = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.y));
  expect(new Set(tops.map((top) => Math.round(top ?? 0))).size).toBe(1);
});
