/** The list in a tab that stays open during a deploy. */
import { countDocuments, deploy, openSettings } from "../../support/browser/deploys.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { add, names, test } from "../../support/browser/items.ts";

test("items that are added and deleted stay so until the next page, and a deletion can be undone", async ({
  page,
  person,
  addItems,
}) => {
  await addItems(person, ["Stays", "Goes"]);
  await openHydrated(page, "/dashboard");
  await deploy(page);
  const documents = countDocuments(page);
  await add(page, "First", "Second");
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Goes", "Stays"]);
  await page.getByRole("button", { name: "Delete Goes" }).click();
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Stays"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Goes", "Stays"]);
  expect(documents()).toBe(0);
  await openSettings(page);
  await expect(page).toHaveURL(/\/settings\/general$/);
  expect(documents()).toBeGreaterThan(0);
});
