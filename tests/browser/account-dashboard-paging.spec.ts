/** The dashboard's list beyond its first page. */
import { encodeCursor } from "../../app/items/cursor.ts";
import { test } from "../support/account-fixtures.ts";
import { expect, openHydrated } from "../support/fixtures.ts";
import { names, numbered, row } from "../support/item-list.ts";

test("a long list is loaded 25 at a time, to its end", async ({ page, person }) => {
  await person.addItems(numbered(60));
  await openHydrated(page, "/dashboard");
  expect(await names(page)).toHaveLength(25);
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(row(page, "Item 011")).toBeVisible();
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(row(page, "Item 001")).toBeVisible();
  expect(await names(page)).toEqual(numbered(60).toReversed());
  await expect(page.getByRole("link", { name: "Load more" })).toBeHidden();
});

test("a long list repeats nothing and loses nothing while items come and go", async ({
  page,
  person,
}) => {
  await person.addItems(numbered(40));
  await openHydrated(page, "/dashboard");
  await person.addItems(["From elsewhere"]);
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(row(page, "Item 001")).toBeVisible();
  expect(await names(page)).toEqual(numbered(40).toReversed());

  await page.getByRole("button", { name: "Add item" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("From here");
  await page.keyboard.press("Enter");
  const all = ["From here", "From elsewhere", ...numbered(40).toReversed()];
  await expect.poll(() => names(page)).toEqual(all);

  await page.getByRole("button", { name: "Delete Item 040" }).click();
  await expect.poll(() => names(page)).toEqual(all.filter((name) => name !== "Item 040"));
  await page.getByRole("button", { name: "Delete Item 001" }).click();
  const rest = all.filter((name) => name !== "Item 040" && name !== "Item 001");
  await expect.poll(() => names(page)).toEqual(rest);
});

test("the focus goes to the first item that was loaded", async ({ page, person }) => {
  await person.addItems(numbered(30));
  await openHydrated(page, "/dashboard");
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(row(page, "Item 005")).toBeFocused();
});

test("a change of an older item is shown", async ({ page, person }) => {
  await person.addItems(numbered(30));
  await openHydrated(page, "/dashboard");
  await page.getByRole("link", { name: "Load more" }).click();
  await page.getByRole("button", { name: "Edit Item 002" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit item" });
  await dialog.getByLabel("Name").fill("Renamed");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Renamed")).toBeVisible();
  await expect.poll(() => names(page)).toHaveLength(30);
});

for (const pages of ["0", "41", "1.5", "many"]) {
  test(`the list cannot be asked for ${pages} pages at once`, async ({ page, person }) => {
    const [id = ""] = await person.addItems(["Only"]);
    const before = encodeCursor({ createdAt: Date.now(), id });
    const response = await page.request.get(`/items.data?before=${before}&pages=${pages}`);
    expect(response.status()).toBe(400);
  });
}

test("loading more can be tried again", async ({ page, person }) => {
  await person.addItems(numbered(26));
  await openHydrated(page, "/dashboard");
  await page.route(/\/items\.data/, (route) => route.abort());
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(page.getByRole("alert")).toContainText("We can't reach the server");
  await page.unroute(/\/items\.data/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(row(page, "Item 001")).toBeVisible();
});
