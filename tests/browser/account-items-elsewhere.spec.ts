/** Items that change elsewhere while somebody works on them here; two things asked at once; keys held down. */
import type { BrowserContext, Page } from "@playwright/test";
import { test } from "../support/account-fixtures.ts";
import { expect, openHydrated } from "../support/fixtures.ts";
import { names, numbered, row } from "../support/item-list.ts";

async function openTwice(page: Page, context: BrowserContext): Promise<Page> {
  await openHydrated(page, "/dashboard");
  const other = await context.newPage();
  await openHydrated(other, "/dashboard");
  await page.bringToFront();
  return other;
}

const nameButton = (page: Page, name: string) =>
  row(page, name).getByRole("button", { name, exact: true });

const formsOf = (page: Page) => page.getByRole("dialog").getByLabel("Name");

test.describe("an item that is open in one tab", () => {
  test("keeps its dialog and what was typed when another tab adds one and the page ends before it", async ({
    page,
    person,
    context,
  }) => {
    await person.addItems(numbered(26));
    const other = await openTwice(page, context);
    await page.getByRole("button", { name: "Edit Item 002" }).click();
    await formsOf(page).fill("Half-written");
    await other.getByLabel("New item").fill("Comes before");
    await other.getByLabel("New item").press("Enter");
    await expect(row(page, "Comes before")).toBeVisible();
    await expect(formsOf(page)).toHaveValue("Half-written");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(row(page, "Half-written")).toHaveCount(0);
    await page.getByRole("link", { name: "Load more" }).click();
    await expect(row(page, "Half-written")).toBeVisible();
  });

  test("keeps its dialog when another tab deletes it, and saving says that it is gone", async ({
    page,
    person,
    context,
  }) => {
    await person.addItems(["Other", "Doomed"]);
    const other = await openTwice(page, context);
    await page.getByRole("button", { name: "Edit Doomed" }).click();
    await formsOf(page).fill("Half-written");
    await other.getByRole("button", { name: "Delete Doomed" }).click();
    await expect(page.getByText("1 item", { exact: true })).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("This item no longer exists");
    await expect(formsOf(page)).toHaveValue("Half-written");
  });

  test("keeps its field in the row when another tab deletes it, until it is left", async ({
    page,
    person,
    context,
  }) => {
    await person.addItems(["Other", "Doomed"]);
    const other = await openTwice(page, context);
    await nameButton(page, "Doomed").click();
    const field = page.getByLabel("New words for Doomed");
    await field.fill("Half-written");
    await other.getByRole("button", { name: "Delete Doomed" }).click();
    await expect(page.getByText("1 item", { exact: true })).toBeVisible();
    await expect(field).toHaveValue("Half-written");
    await field.press("Enter");
    await expect(page.getByRole("alert")).toContainText("This item no longer exists");
    const refused = page.getByLabel("New words for");
    await expect(refused).toHaveValue("Half-written");
    await refused.press("Escape");
    await expect(refused).toBeHidden();
    expect(await names(page)).toEqual(["Other"]);
  });

  test("keeps the name that another tab gave it when its own field is left as it was", async ({
    page,
    person,
    context,
  }) => {
    await person.addItems(["Old"]);
    const other = await openTwice(page, context);
    await nameButton(page, "Old").click();
    await expect(page.getByLabel("New words for Old")).toBeFocused();
    await nameButton(other, "Old").click();
    await other.getByLabel("New words for Old").fill("Given elsewhere");
    await other.getByLabel("New words for Old").press("Enter");
    await expect(page.getByLabel("New words for Given elsewhere")).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(nameButton(page, "Given elsewhere")).toBeVisible();
    await page.reload();
    expect(await names(page)).toEqual(["Given elsewhere"]);
  });
});

test("a name that is on its way stays in the row while the item gets its star, and after that was refused", async ({
  page,
  person,
}) => {
  await person.subscribe("pro");
  await person.addItems(["Old"]);
  await openHydrated(page, "/dashboard");
  let fail = () => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(/dashboard\.data/, async (route) => {
    if (!route.request().postData()?.includes("rename")) return route.fallback();
    await held;
    return route.abort();
  });
  await nameButton(page, "Old").click();
  await page.getByLabel("New words for Old").fill("New");
  await page.getByLabel("New words for Old").press("Enter");
  await expect(nameButton(page, "New")).toBeVisible();
  await row(page, "New").getByRole("button", { name: "Featured: Old" }).click();
  await expect(nameButton(page, "New")).toBeVisible();
  fail();
  await expect(page.getByRole("alert")).toContainText("We can't reach the server");
  await expect(page.getByLabel("New words for Old")).toHaveValue("New");
  await expect(page.getByRole("button", { name: "Featured: Old" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("an answer that is not the site's own leaves the list as it was, and what was typed", async ({
  page,
  person,
}) => {
  await person.addItems(["Here before"]);
  await openHydrated(page, "/dashboard");
  await page.route(/dashboard\.data/, (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
  );
  await page.getByLabel("New item").fill("Typed");
  await page.getByLabel("New item").press("Enter");
  await expect(page.getByRole("alert")).toContainText("“Typed” was not added.");
  expect(await names(page)).toEqual(["Here before"]);
});

test.describe("a key that is held down", () => {
  test("adds one item with Enter, and complains of nothing", async ({ page, person }) => {
    await person.addItems(["Here before"]);
    await openHydrated(page, "/dashboard");
    await page.keyboard.press("/");
    await expect(page.getByLabel("Search items")).toBeFocused();
    await page.getByLabel("New item").fill("Once");
    for (let press = 0; press < 4; press += 1) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect(page.getByRole("button", { name: "Delete Once" })).toBeVisible();
    expect(await names(page)).toEqual(["Once", "Here before"]);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("deletes one item with Delete, also as the first key on the page", async ({
    page,
    person,
  }) => {
    await person.addItems(["C", "B", "A"]);
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Edit B" }).focus();
    await page.keyboard.down("Delete");
    await expect(page.getByText("Deleted “B”")).toBeVisible();
    await expect(row(page, "C")).toBeFocused();
    for (let press = 0; press < 4; press += 1) await page.keyboard.down("Delete");
    await page.keyboard.up("Delete");
    expect(await names(page)).toEqual(["A", "C"]);
    await expect(page.locator(".item-row[aria-busy]")).toHaveCount(0);
  });
});

test("more items than can be changed together stay ticked, and the bar says how many can be", async ({
  page,
  person,
}) => {
  await person.addItems(numbered(101));
  await openHydrated(page, "/dashboard?pages=5");
  const boxes = page.locator(".item-check");
  await expect(boxes).toHaveCount(101);
  const bar = page.locator(".selection-bar");
  await boxes.evaluateAll((all) => {
    for (const box of all.slice(1)) if (box instanceof HTMLInputElement) box.checked = true;
  });
  await boxes.first().check();
  await expect(bar).toContainText("101 selected, at most 100 at a time");
  const button = bar.getByRole("button", { name: "Delete" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await boxes.first().uncheck();
  await expect(bar).toContainText("100 selected");
  await button.click();
  await expect(page.getByText("Deleted 100 items")).toBeVisible();
});

test.describe("without a connection", () => {
  test("loading more says so, keeps the list, and goes on when there is one", async ({
    page,
    person,
    context,
  }) => {
    await person.addItems(numbered(30));
    await openHydrated(page, "/dashboard");
    await context.setOffline(true);
    await page.getByRole("link", { name: "Load more" }).click();
    await expect(page.getByRole("alert")).toContainText("We can't reach the server");
    expect(await names(page)).toHaveLength(25);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(row(page, "Item 001")).toBeVisible();
  });

  test("an item that is to be edited says so in its row, and the page stays", async ({
    page,
    person,
    context,
  }) => {
    await person.addItems(["Here"]);
    await openHydrated(page, "/dashboard");
    const dialogs = page.waitForResponse(/item-dialog\.client/);
    await page.getByLabel("New item").focus();
    await dialogs;
    await context.setOffline(true);
    await page.getByRole("button", { name: "Edit Here" }).click();
    await expect(row(page, "Here").getByRole("alert")).toContainText("We can't reach the server");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Edit Here" }).click();
    await expect(formsOf(page)).toHaveValue("Here");
  });
});

test("a search without a connection keeps the list and says why, and finds when there is one", async ({
  page,
  person,
  context,
}) => {
  await person.addItems(["Wool", "Linen"]);
  await openHydrated(page, "/dashboard");
  await context.setOffline(true);
  await page.getByLabel("Search items").fill("wool");
  await expect(page.getByRole("alert")).toContainText("We can't reach the server");
  expect(await names(page)).toEqual(["Linen", "Wool"]);
  await context.setOffline(false);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page).toHaveURL(/q=wool/);
  await expect(row(page, "Linen")).toHaveCount(0);
});

test.describe("where colours are the system's", () => {
  test.use({ contextOptions: { forcedColors: "active" } });
  test("the filter that is on looks different from the other", async ({ page, person }) => {
    await person.addItems(["Here"]);
    await openHydrated(page, "/dashboard");
    const colour = (name: string) =>
      page
        .getByRole("navigation", { name: "Filter" })
        .getByRole("link", { name })
        .evaluate((link) => getComputedStyle(link).backgroundColor);
    expect(await colour("All")).not.toBe(await colour("Featured"));
  });
});
