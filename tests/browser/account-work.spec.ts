/** Work on the list that ends after somebody has gone elsewhere, or that was refused to several items together. */
import type { Page } from "@playwright/test";
import { signInBehind, test } from "../support/account-fixtures.ts";
import { expect, openHydrated } from "../support/fixtures.ts";
import { names, numbered, row, UPGRADE } from "../support/item-list.ts";

/** Holds back the forms that are sent, and what became of them. */
async function holdForms(page: Page, end: "arrives" | "is lost") {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/dashboard\.data/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await held;
    return end === "arrives" ? route.continue() : route.abort();
  });
  return { letGo: () => letGo() };
}

async function goToSettings(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByLabel("Email")).toBeVisible();
}

test("an item whose writer has left before it was lost is there to try again on the way back", async ({
  page,
  person,
}) => {
  await person.addItems(["Here before"]);
  await openHydrated(page, "/dashboard");
  const { letGo } = await holdForms(page, "is lost");
  await page.getByLabel("New item").fill("Written in a hurry");
  await page.getByLabel("New item").press("Enter");
  await expect(page.getByText("Written in a hurry")).toBeVisible();
  await goToSettings(page);
  const lost = page.waitForEvent("requestfailed");
  letGo();
  await lost;
  await page.goBack();
  await expect(page.getByRole("alert")).toContainText("“Written in a hurry” was not added.");
  expect(await names(page)).toEqual(["Here before"]);
  await page.unroute(/dashboard\.data/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Delete Written in a hurry" })).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("an item that is still on its way is shown as such on the way back, and then once", async ({
  page,
  person,
}) => {
  await person.addItems(["Here before"]);
  await openHydrated(page, "/dashboard");
  const { letGo } = await holdForms(page, "arrives");
  await page.getByLabel("New item").fill("On its way");
  await page.getByLabel("New item").press("Enter");
  await goToSettings(page);
  await page.goBack();
  await expect(row(page, "On its way").getByText("Adding")).toBeAttached();
  letGo();
  await expect(page.getByRole("button", { name: "Delete On its way" })).toBeVisible();
  expect(await names(page)).toEqual(["On its way", "Here before"]);
});

test("what was deleted just before leaving can be undone on the way back", async ({
  page,
  person,
}) => {
  await person.addItems(["Kept", "Deleted in passing"]);
  await openHydrated(page, "/dashboard");
  const { letGo } = await holdForms(page, "arrives");
  await page.getByRole("button", { name: "Delete Deleted in passing" }).click();
  await goToSettings(page);
  const done = page.waitForResponse((response) => response.request().method() === "POST");
  letGo();
  await done;
  await page.goBack();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => names(page)).toEqual(["Deleted in passing", "Kept"]);
});

test("nothing of it is shown to another account in the same tab", async ({
  page,
  context,
  person,
  createPerson,
}) => {
  await person.addItems(["Here before"]);
  await openHydrated(page, "/dashboard");
  const { letGo } = await holdForms(page, "is lost");
  await page.getByLabel("New item").fill("A secret of the first one");
  await page.getByLabel("New item").press("Enter");
  await goToSettings(page);
  const lost = page.waitForEvent("requestfailed");
  letGo();
  await lost;
  // What is being typed keeps the tab from loading itself anew.
  await page.getByLabel("Name").fill("Half written");
  const second = await createPerson();
  await second.addItems(["The second one's"]);
  await signInBehind(context, second.email);
  const other = await context.newPage();
  await openHydrated(other, "/dashboard");
  await page.getByRole("link", { name: "Dashboard" }).filter({ visible: true }).first().click();
  await expect(row(page, "The second one's")).toBeVisible();
  await expect(page.getByText("A secret of the first one")).toHaveCount(0);
});

test("a refusal to several items stands where the button was pressed, and can be tried again", async ({
  page,
  person,
}) => {
  await person.addItems(numbered(60));
  await openHydrated(page, "/dashboard?pages=3");
  for (const name of ["Item 060", "Item 010", "Item 009"]) {
    await page.getByLabel(`Select ${name}`).check();
  }
  await page.route(/dashboard\.data/, (route) => route.abort());
  await page.locator(".selection-bar").getByRole("button", { name: "Delete" }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toHaveCount(1);
  await expect(alert).toContainText("We can't reach the server");
  await expect(alert).toBeInViewport();
  await page.unroute(/dashboard\.data/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Deleted 3 items")).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("what a plan does not cover is said once about several items, with a way to the plans", async ({
  page,
  person,
}) => {
  await person.addItems(["B", "A"]);
  await openHydrated(page, "/dashboard");
  await page.getByLabel("Select A").check();
  await page.getByLabel("Select B").check();
  await page.locator(".selection-bar").getByRole("button", { name: "Feature" }).click();
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.getByRole("alert")).toContainText(UPGRADE);
  await expect(page.getByRole("alert").getByRole("link")).toHaveAttribute("href", "/pricing");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
