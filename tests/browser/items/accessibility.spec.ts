/** The list for everyone: axe, the keyboard, narrow screens, large text, very long words. */
import type { Locator, Page } from "@playwright/test";
import { findViolations } from "../../support/browser/accessibility.ts";
import { expectAccountPage, LONG } from "../../support/browser/account-page.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { makeItemNames, nameButton, test } from "../../support/browser/items.ts";
import { expectHydratedWithinBudget } from "../../support/browser/page-weight.ts";

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < 40; count += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

test.beforeEach(async ({ person, addItems }) => {
  await addItems(person, [
    ...makeItemNames(4),
    "A short one",
    LONG,
    "اسم طويل بالعربية",
    "<b>not bold</b>",
  ]);
});

test("the list is light, passes axe in both themes, and fits narrow screens and large text", async ({
  page,
}) => {
  expectHydratedWithinBudget(await expectAccountPage(page, "/dashboard"));
});

test("so does the form that is part of the page", async ({ page }) => {
  await expectAccountPage(page, "/dashboard?item=new");
});

test("the dialog, an error and an undo toast pass axe, and icon buttons have tooltips", async ({
  page,
}) => {
  await openHydrated(page, "/dashboard");
  const titles = await page
    .getByRole("button")
    .filter({ hasText: /^$/ })
    .evaluateAll((found) => found.map((button) => button.getAttribute("title")));
  expect(titles.length).toBeGreaterThan(4);
  for (const title of titles) expect(title).toMatch(/./);
  await page.getByRole("button", { name: "Add item" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter a name")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Featured: A short one" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Delete A short one" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete A short one" })).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
});

test("the dashboard is fully usable by keyboard", async ({ page }) => {
  await openHydrated(page, "/dashboard");
  await page.getByLabel("New item").focus();
  await tabTo(page, page.getByRole("button", { name: "Add item" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Typed");
  await page.keyboard.press("Enter");
  await expect(nameButton(page, "Typed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add item" })).toBeFocused();
  await tabTo(page, page.getByLabel("Search items"));
  await tabTo(page, nameButton(page, "Typed"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(nameButton(page, "Typed")).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Delete Typed" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await expect(nameButton(page, "Typed")).toBeVisible();
});

test("in forced-colors mode, the current filter stands out", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/dashboard");
  const color = (name: string) =>
    page
      .getByRole("navigation", { name: "Filter" })
      .getByRole("link", { name, exact: true })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await color("All")).not.toBe(await color("Featured"));
});
