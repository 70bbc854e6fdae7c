/** The dashboard without scripts. */
import { expect } from "../../support/browser/fixtures.ts";
import { EMPTY, makeItemNames, nameButton, names, row, test } from "../../support/browser/items.ts";

test.use({ javaScriptEnabled: false });

test("items can be added, edited, deleted and restored", async ({ page, person }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("main").getByText(person.email)).toBeVisible();
  await page.getByRole("button", { name: "Add item" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Please enter a name");
  await page.getByLabel("Name").fill("By hand");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await nameButton(page, "By hand").click();
  await page.getByLabel("Name").fill("By pen");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Delete By pen" }).click();
  await expect(page.getByText(EMPTY)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "By pen")).toBeVisible();

  await page.getByLabel("New item").fill("By the way");
  await page.getByRole("button", { name: "Add item" }).click();
  await expect(row(page, "By the way")).toBeVisible();
  await page.reload();
  expect(await names(page)).toEqual(["By the way", "By pen"]);
});

test("search works, and a long list is paginated by links, from the first page if the cursor is invalid", async ({
  page,
  person,
  addItems,
}) => {
  await addItems(person, makeItemNames(26));
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Older items" }).click();
  await expect.poll(() => names(page)).toEqual(["Item 001"]);
  await page.goto("/dashboard?before=mangled");
  await expect.poll(() => names(page)).toHaveLength(25);
  await page.getByLabel("Search items").fill("m 01");
  await page.getByLabel("Search items").press("Enter");
  await expect.poll(() => names(page)).toHaveLength(10);
});
