/** The list on a page that the browser translates. */
import type { Page } from "@playwright/test";
import { expect, openHydrated, whenSubmitted } from "../../support/browser/fixtures.ts";
import {
  add,
  test as base,
  bin,
  makeItemNames,
  nameButton,
  row,
  search,
} from "../../support/browser/items.ts";
import { translatePage } from "../../support/browser/translator.ts";

const test = base.extend({ page: ({ page }, use) => translatePage(page, use) });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a user works on the dashboard", async ({ page, person, addItems }) => {
  await addItems(person, makeItemNames(26));
  await openHydrated(page, "/dashboard");
  const saved = whenSubmitted(page);
  await add(page, "Aple");
  await expect(page.getByLabel("New item")).toBeFocused();
  await saved;
  await nameButton(page, "Aple").click();
  await page.getByRole("dialog").getByLabel("Name").fill("Apple");
  const reread = page.waitForResponse(
    (response) => response.request().method() === "GET" && response.url().includes(".data"),
  );
  await button(page, "Save").press("Enter");
  await expect(row(page, "Apple")).toBeVisible();
  await reread;
  await button(page, "Featured: Apple").press("Enter");
  await expect(page.getByRole("alert")).toContainText("You must upgrade");
  await bin(page, "Apple").press("Enter");
  await expect(nameButton(page, "Item 026")).toBeFocused();
  const restored = whenSubmitted(page);
  await button(page, "Undo").press("Enter");
  await expect(nameButton(page, "Apple")).toBeFocused();
  await restored;
  await page.getByRole("link", { name: "Older items" }).press("Enter");
  await expect(row(page, "Item 001")).toBeVisible();
  await search(page).pressSequentially("item 02");
  await expect(page.getByText("7 items found", { exact: true })).toBeVisible();
  await expect(search(page)).toBeFocused();
});
