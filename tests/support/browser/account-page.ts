/** What holds for every page of the account area: axe, narrow screens, large text. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectToFitAtDoubleTextSize } from "./accessibility.ts";
import { expect } from "./fixtures.ts";
import { download } from "./page-weight.ts";

/** A name that fits no line of a phone. */
export const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(3);

/** Opens the page at `path`, asserts what holds for each, and returns what it has downloaded. */
export async function expectAccountPage(page: Page, path: string) {
  const opened = await download(page, path);
  expect(opened.status, "createPerson has to add the row that this page shows").toBe(200);
  const menu = page.getByRole("banner").getByRole("button", { name: "Account" });
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await expectToFitAtDoubleTextSize(page);
  return opened;
}
