/** The item list: adding, editing, deleting. */
import type { Page } from "@playwright/test";
import {
  expect,
  holdDataRequests,
  openHydrated,
  whenSubmitted,
} from "../../support/browser/fixtures.ts";
import { add, bin, dialog, EMPTY, nameButton, names, test } from "../../support/browser/items.ts";

const undo = (page: Page) => page.getByRole("button", { name: "Undo" });
const newItem = (page: Page) => page.getByLabel("New item");

test.beforeEach(({ person: _ }) => {});

test.describe("adding", () => {
  test("shows each item at once, in order, and keeps the focus in the field", async ({
    page,
    person,
    addItems,
  }) => {
    await addItems(person, ["Here before"]);
    await openHydrated(page, "/dashboard");
    const { release } = await holdDataRequests(page);
    await add(page, "First", "Second", "Third");
    await expect.poll(() => names(page)).toEqual(["Third", "Second", "First", "Here before"]);
    await expect(newItem(page)).toBeFocused();
    await expect(newItem(page)).toHaveValue("");
    release();
    for (const name of ["First", "Second", "Third"]) await expect(bin(page, name)).toBeVisible();
    await page.reload();
    expect(await names(page)).toEqual(["Third", "Second", "First", "Here before"]);
  });

  test("requires a name, works from an example, and ignores key repeat on Enter", async ({
    page,
  }) => {
    await openHydrated(page, "/dashboard");
    await expect(page.getByText(EMPTY, { exact: true })).toBeVisible();
    await newItem(page).press("Enter");
    await expect(newItem(page)).toHaveAccessibleDescription("Please enter a name");
    await page.getByRole("button", { name: "Renew the domain name" }).click();
    await expect(bin(page, "Renew the domain name")).toBeVisible();
    await expect(page.getByText(EMPTY)).toBeHidden();
    await newItem(page).fill("Once");
    for (let press = 0; press < 4; press += 1) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect(bin(page, "Once")).toBeVisible();
    expect(await names(page)).toEqual(["Once", "Renew the domain name"]);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("shows the new item even if a search would hide it", async ({ page, person, addItems }) => {
    await addItems(person, ["Apple"]);
    await openHydrated(page, "/dashboard?q=apple");
    await add(page, "Pear");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(bin(page, "Pear")).toBeVisible();
  });
});

test.describe("the dialog", () => {
  test("adds an item with a name and restores the focus", async ({ page }) => {
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Add item" }).click();
    await expect(page.getByRole("dialog", { name: "Add an item" })).toBeVisible();
    await expect(dialog(page).getByLabel("Name")).toBeFocused();
    await dialog(page).getByLabel("Name").fill("Bought today");
    await page.keyboard.press("Enter");
    await expect(bin(page, "Bought today")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Add item" })).toBeFocused();

    // It does not open if the field already has a name.
    await newItem(page).fill("Typed");
    await page.getByRole("button", { name: "Add item" }).click();
    await expect(bin(page, "Typed")).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await expect(newItem(page)).toBeFocused();

    await newItem(page).fill("Pressed twice");
    await page.getByRole("button", { name: "Add item" }).dblclick();
    await expect(bin(page, "Pressed twice")).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    expect(await names(page)).toEqual(["Pressed twice", "Typed", "Bought today"]);
  });

  test("renames an item, optimistically", async ({ page, person, addItems }) => {
    await addItems(person, ["Old", "Other"]);
    await openHydrated(page, "/dashboard");
    await nameButton(page, "Old").click();
    await expect(page.getByRole("dialog", { name: "Edit item" })).toBeVisible();
    await expect(dialog(page).getByLabel("Name")).toHaveValue("Old");
    const { release } = await holdDataRequests(page);
    await dialog(page).getByLabel("Name").fill("New");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect.poll(() => names(page)).toEqual(["Other", "New"]);
    await expect(nameButton(page, "New")).toBeFocused();
    const saved = whenSubmitted(page);
    release();
    await saved;
    await page.reload();
    expect(await names(page)).toEqual(["Other", "New"]);
  });

  test("stays open on a click beside it, and closes on Escape, with transitions both ways", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Add item" }).click();
    const durations = await dialog(page).evaluate((element) => [
      getComputedStyle(element).transitionDuration.split(",")[0],
      getComputedStyle(element, "::backdrop").transitionDuration.split(",")[0],
    ]);
    expect(durations).toEqual(["0.3s", "0.15s"]);
    await dialog(page).getByLabel("Name").fill("Half a thought");
    await page.mouse.click(5, 5);
    await expect(dialog(page).getByLabel("Name")).toHaveValue("Half a thought");
    await dialog(page).evaluate((element) => {
      element.addEventListener("close", () => {
        document.body.dataset.animations = String(element.getAnimations().length);
      });
    });
    await page.keyboard.press("Escape");
    await expect(page.locator("body")).toHaveAttribute("data-animations", /^[1-9]/);
    await expect(page.locator("dialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add item" })).toBeFocused();
  });
});

test.describe("deleting", () => {
  test("can be undone, which restores the item in place and focuses it", async ({
    page,
    person,
    addItems,
  }) => {
    await addItems(person, ["Third", "Second", "First"]);
    await openHydrated(page, "/dashboard");
    await bin(page, "Second").click();
    await expect(page.getByRole("status").filter({ hasText: "Deleted “Second”" })).toBeVisible();
    await expect.poll(() => names(page)).toEqual(["First", "Third"]);
    await expect(nameButton(page, "Third")).toBeFocused();
    await expect(undo(page)).toBeInViewport();
    await undo(page).click();
    await expect(nameButton(page, "Second")).toBeFocused();
    await expect.poll(() => names(page)).toEqual(["First", "Second", "Third"]);
    await expect(undo(page)).toBeHidden();
  });

  test("says nothing of an item that is deleted already", async ({
    page,
    person,
    addItems,
    sql,
  }) => {
    await addItems(person, ["Kept", "Gone"]);
    await openHydrated(page, "/dashboard");
    await sql`delete from public.items where owner = ${person.id} and name = 'Gone'`;
    const deleted = whenSubmitted(page);
    await bin(page, "Gone").click();
    await deleted;
    await expect.poll(() => names(page)).toEqual(["Kept"]);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("before the scripts have loaded can be undone once they have", async ({
    page,
    person,
    addItems,
  }) => {
    await addItems(person, ["Second", "First"]);
    await page.route(/\/assets\/.*\.js/, (route) => route.abort());
    await page.goto("/dashboard");
    await page.unrouteAll();
    await bin(page, "First").click();
    await page.locator("html[data-hydrated]").waitFor();
    await undo(page).click();
    await expect.poll(() => names(page)).toEqual(["First", "Second"]);
  });
});
