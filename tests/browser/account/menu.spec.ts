/** The account menu. */

import { brand } from "../../../app/content/brand.ts";
import { test } from "../../support/browser/accounts.ts";
import { expect } from "../../support/browser/fixtures.ts";

test.beforeEach(({ person: _ }) => {});

test("is on public pages too, and fits on one line at the smallest width, as the footer does", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/", "/dashboard"]) {
    await page.goto(path);
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("button", { name: "Account" })).toBeVisible();
    await expect(banner.getByRole("link", { name: brand.name })).toBeVisible();
    expect((await banner.boundingBox())?.height).toBeLessThan(80);
  }
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link")).toHaveText(["Help", "Terms", "Privacy"]);
  await expect(footer.getByRole("link", { name: "Help" })).toHaveAttribute("href", "/contact");
  expect((await footer.boundingBox())?.height).toBeLessThan(110);
});

test("opens below its button, next to a dashboard link, and closes on Escape", async ({ page }) => {
  for (const path of ["/legal/privacy-policy", "/dashboard"]) {
    await page.goto(path);
    const banner = page.getByRole("banner");
    const button = banner.getByRole("button", { name: "Account" });
    await expect(banner.getByRole("link", { name: "Dashboard" })).toBeVisible();
    await button.click();
    const buttonBox = await button.boundingBox();
    const menuBox = await page.getByRole("navigation", { name: "Account" }).boundingBox();
    if (!buttonBox || !menuBox) throw new Error("The menu is not shown");
    expect(menuBox.x + menuBox.width).toBeCloseTo(buttonBox.x + buttonBox.width, 0);
    expect(menuBox.y).toBeGreaterThanOrEqual(buttonBox.y + buttonBox.height);
    expect(menuBox.y - buttonBox.y - buttonBox.height).toBeLessThan(16);

    const menu = page.getByRole("navigation", { name: "Account" });
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test("the footer links to the dashboard while signed in, and to sign-in otherwise", async ({
  page,
}) => {
  const footer = page.getByRole("contentinfo");
  await page.goto("/legal/privacy-policy");
  await expect(footer.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await expect(footer.getByRole("link", { name: "Sign in" })).toBeHidden();
  await expect(footer.getByRole("link", { name: "Help" })).toBeHidden();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Account" })).toHaveCount(0);
  await page.goto("/legal/privacy-policy");
  await expect(footer.getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(footer.getByRole("link", { name: "Dashboard" })).toBeHidden();
});
