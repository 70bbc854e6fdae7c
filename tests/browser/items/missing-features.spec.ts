/** The list in a browser that lacks or refuses a feature. */
import { expect, openHydrated, whenSubmitted } from "../../support/browser/fixtures.ts";
import { add, dialog, nameButton, row, test } from "../../support/browser/items.ts";
import { takeFeaturesAway } from "../../support/browser/missing-features.ts";

test("without them, items are added and edited, and no error is reported", async ({
  page,
  person: _,
}) => {
  const reports = await takeFeaturesAway(page);
  await openHydrated(page, "/dashboard");
  await add(page, "First");
  await expect(nameButton(page, "First")).toBeVisible();
  await page.getByRole("button", { name: "Add item" }).click();
  await dialog(page).getByLabel("Name").fill("Second");
  await page.keyboard.press("Enter");
  await nameButton(page, "Second").click();
  await dialog(page).getByLabel("Name").fill("Renamed");
  const saved = whenSubmitted(page);
  await page.keyboard.press("Enter");
  await expect(row(page, "Renamed")).toBeVisible();
  await saved;
  await page.reload();
  await expect(row(page, "Renamed")).toBeVisible();
  expect(reports).toEqual([]);
});
