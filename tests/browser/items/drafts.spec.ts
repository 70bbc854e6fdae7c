/** What was typed about an item when the session ends elsewhere. */
import { endSessions, SIGNED_OUT } from "../../support/browser/accounts.ts";
import { expect, openHydrated, submitSignIn } from "../../support/browser/fixtures.ts";
import { row, test } from "../../support/browser/items.ts";

test("a new item is not lost for its user", async ({ page, person, sql }) => {
  await openHydrated(page, "/dashboard");
  await page.getByLabel("New item").fill("Autumn catalog");
  await endSessions(sql, person);
  await page.getByRole("main").getByRole("button", { name: "Add item", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(SIGNED_OUT);
  await submitSignIn(page, person.email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByLabel("New item")).toHaveValue("Autumn catalog");
});

test("an item's new name is not lost for its user", async ({ page, person, addItems, sql }) => {
  await addItems(person, ["Winter catalog"]);
  await openHydrated(page, "/dashboard");
  await page.getByRole("button", { name: /^Winter catalog/ }).click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Autumn catalog");
  await endSessions(sql, person);
  await name.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(SIGNED_OUT);
  await submitSignIn(page, person.email);
  await expect(name).toHaveValue("Autumn catalog");
  await name.press("Enter");
  await expect(page).toHaveURL(/dashboard$/);
  await expect(row(page, "Autumn catalog")).toBeVisible();
});
