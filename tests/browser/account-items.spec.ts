/** The list's comforts: shelf, search, quick adding, renaming in place, selection, undo, shortcuts. */
import type { Page } from "@playwright/test";
import { test } from "../support/account-fixtures.ts";
import { expect, openHydrated } from "../support/fixtures.ts";
import { EMPTY, names, numbered, row } from "../support/item-list.ts";

const shelf = (page: Page) => page.getByRole("region", { name: "Featured" });
const search = (page: Page) => page.getByLabel("Search items");

test.describe("featured items", () => {
  test("stand on a shelf above the list, newest first, and keep their place in it", async ({
    page,
    person,
  }) => {
    await person.addItems(["One", "Two", "Three"]);
    await person.subscribe("pro");
    await openHydrated(page, "/dashboard");
    await expect(shelf(page)).toBeHidden();
    for (const name of ["One", "Three"]) {
      await page.getByRole("button", { name: `Featured: ${name}` }).click();
      await expect(shelf(page)).toContainText(name);
    }
    await expect(shelf(page).locator("bdi")).toHaveText(["Three", "One"]);
    expect(await names(page)).toEqual(["Three", "Two", "One"]);
    await page.getByRole("link", { name: "Featured", exact: true }).click();
    await expect(page).toHaveURL(/\?show=featured$/);
    await expect.poll(() => names(page)).toEqual(["Three", "One"]);
    await page.goBack();
    await expect.poll(() => names(page)).toHaveLength(3);
    await page.getByRole("button", { name: "Take Three off the shelf" }).click();
    await expect(shelf(page).locator("bdi")).toHaveText(["One"]);
  });

  test("are told of once to those whose plan lacks them", async ({ page, person }) => {
    await person.addItems(["One"]);
    await openHydrated(page, "/dashboard");
    const note = page.getByRole("complementary", { name: "Featured items" });
    await expect(note).toContainText("above your list");
    const remembered = page.waitForResponse(/dashboard\.data/);
    await note.getByRole("button", { name: "Hide" }).click();
    await expect(note).toBeHidden();
    await remembered;
    await page.reload();
    await expect(row(page, "One")).toBeVisible();
    await expect(note).toBeHidden();
  });

  test("are not praised to somebody whose payment failed", async ({ page, person }) => {
    await person.addItems(["One"]);
    await person.subscribe("pro", "past_due");
    await openHydrated(page, "/dashboard");
    await expect(page.getByText("The last payment for your Pro plan failed")).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Featured items" })).toHaveCount(0);
  });
});

test.describe("searching", () => {
  test("finds as one types, in the whole list, and the address says what", async ({
    page,
    person,
  }) => {
    await person.addItems(["Needle in the hay", ...numbered(40)]);
    await openHydrated(page, "/dashboard");
    await expect(page.getByText("41 items", { exact: true })).toBeVisible();
    await search(page).pressSequentially("needle");
    await expect.poll(() => names(page)).toEqual(["Needle in the hay"]);
    await expect(page.getByText("1 item found", { exact: true })).toBeVisible();
    await expect(search(page)).toBeFocused();
    await expect(page).toHaveURL(/\?q=needle$/);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(["Needle in the hay"]);
    await expect(search(page)).toHaveValue("needle");
    await page.locator("html[data-hydrated]").waitFor();
    await search(page).fill("no such thing");
    await expect(page.getByText("No item has “no such thing” in its name.")).toBeVisible();
  });

  test("shows what the field says, however slow the answers are", async ({ page, person }) => {
    await person.addItems(numbered(12));
    await openHydrated(page, "/dashboard");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/dashboard\.data\?q=/, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/dashboard\.data\?q=/);
    await search(page).fill("012");
    await asked;
    const askedAgain = page.waitForRequest(/dashboard\.data(?!.*q=)/);
    await search(page).fill("");
    await askedAgain;
    release();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect.poll(() => names(page)).toHaveLength(12);
  });

  test("keeps the filter that is chosen while somebody types, and follows a link elsewhere", async ({
    page,
    person,
  }) => {
    await person.addItems(["Apple", "Pear"]);
    await openHydrated(page, "/dashboard");
    await search(page).fill("app");
    await page.getByRole("link", { name: "Featured", exact: true }).click();
    await expect(page).toHaveURL(/\?q=app&show=featured$/);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/settings\/general\.data/, async (route) => {
      await held;
      await route.continue();
    });
    await search(page).fill("pear");
    await page.getByRole("link", { name: "Settings" }).last().click();
    // Longer than the pause after which a search starts.
    await page.waitForTimeout(400);
    release();
    await expect(page).toHaveURL(/\/settings\/general$/);
  });

  test("loads more of what was found only", async ({ page, person }) => {
    await person.addItems([...numbered(30), ...numbered(5).map((name) => `Other ${name}`)]);
    await openHydrated(page, "/dashboard?q=item%200");
    await page.getByRole("link", { name: "Load more" }).click();
    await expect.poll(() => names(page)).toHaveLength(35);
    await search(page).fill("other");
    await expect.poll(() => names(page)).toHaveLength(5);
  });
});

test("after Load more twice, back shows the same rows at the same place", async ({
  page,
  person,
}) => {
  await person.addItems(numbered(121));
  await openHydrated(page, "/dashboard");
  for (const last of ["Item 072", "Item 047"]) {
    await page.getByRole("link", { name: "Load more" }).click();
    await expect(row(page, last)).toBeVisible();
  }
  await row(page, "Item 060").scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(1_000);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>("a[href='/settings/general']")?.click(),
  );
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await page.goBack();
  await expect.poll(() => names(page)).toHaveLength(75);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -1);
  await page.getByRole("link", { name: "Load more" }).click();
  await expect.poll(() => names(page)).toHaveLength(100);
  await page.reload();
  await expect.poll(() => names(page)).toHaveLength(100);
});

test.describe("adding in the field", () => {
  test("shows each at once, and keeps the field for the next", async ({ page, person }) => {
    await person.addItems(["Here before"]);
    await openHydrated(page, "/dashboard");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/dashboard\.data/, async (route) => {
      await held;
      await route.continue();
    });
    const field = page.getByLabel("New item");
    await field.fill("First");
    await field.press("Enter");
    await field.fill("Second");
    await field.press("Enter");
    expect(await names(page)).toEqual(["Second", "First", "Here before"]);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
    release();
    await expect(page.getByRole("button", { name: "Delete First" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete Second" })).toBeVisible();
  });

  test("takes back what the server refuses, and loses nothing of it", async ({ page, person }) => {
    await person.addItems(["Here before"]);
    await openHydrated(page, "/dashboard");
    await page.route(/dashboard\.data/, (route) => route.abort());
    await page.getByLabel("New item").fill("On a train");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("“On a train” was not added.");
    expect(await names(page)).toEqual(["Here before"]);
    await page.unroute(/dashboard\.data/);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Delete On a train" })).toBeVisible();
    await expect(page.getByRole("alert")).toBeHidden();
  });

  test("loses nothing without a connection either", async ({ page, person }) => {
    await person.addItems(["Here before"]);
    await openHydrated(page, "/dashboard");
    await page.context().setOffline(true);
    await page.getByLabel("New item").fill("In a tunnel");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("We can't reach the server");
    await page.keyboard.press("Tab");
    await page.keyboard.press("?");
    await expect(page.getByRole("heading", { name: "Your items" })).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Delete In a tunnel" })).toBeVisible();
  });

  test("wants a name", async ({ page, person }) => {
    await person.addItems(["Here before"]);
    await openHydrated(page, "/dashboard");
    await page.getByLabel("New item").press("Enter");
    await expect(page.getByLabel("New item")).toHaveAccessibleDescription("Please enter a name");
  });

  test("starts with an example, where there is nothing yet", async ({ page, person: _ }) => {
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Winter collection" }).click();
    await expect(page.getByRole("button", { name: "Delete Winter collection" })).toBeVisible();
    await expect(page.getByText(EMPTY)).toBeHidden();
  });

  test("says of a full list that it is full", async ({ page, person, sql }) => {
    await sql`
      insert into public.items (owner, name)
      select ${person.id}, 'Item ' || n from generate_series(1, 10000) n`;
    await openHydrated(page, "/dashboard");
    await expect(page.getByText("10,000 items", { exact: true })).toBeVisible();
    await page.getByLabel("New item").fill("Too many");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("Your list is full: it holds 10,000 items");
  });
});

test.describe("a name", () => {
  test("is changed in its row", async ({ page, person }) => {
    await person.addItems(["Old", "Other"]);
    await openHydrated(page, "/dashboard");
    await row(page, "Old").getByRole("button", { name: "Old", exact: true }).click();
    const field = page.getByLabel("New words for Old");
    await expect(field).toBeFocused();
    await field.fill("New");
    const saved = page.waitForResponse((response) => response.request().method() === "POST");
    await field.press("Enter");
    await expect(row(page, "New")).toBeFocused();
    await saved;
    await page.reload();
    expect(await names(page)).toEqual(["Other", "New"]);
  });

  test("stays as it was after Escape, and in its field when it is refused", async ({
    page,
    person,
  }) => {
    await person.addItems(["Old"]);
    await openHydrated(page, "/dashboard");
    const field = page.getByLabel("New words for Old");
    await row(page, "Old").getByRole("button", { name: "Old", exact: true }).click();
    await field.fill("New");
    await field.press("Escape");
    expect(await names(page)).toEqual(["Old"]);
    await page.route(/dashboard\.data/, (route) => route.abort());
    await row(page, "Old").getByRole("button", { name: "Old", exact: true }).click();
    await field.fill("New");
    await field.press("Enter");
    await expect(page.getByRole("alert")).toContainText("We can't reach the server");
    await expect(field).toHaveValue("New");
  });
});

test.describe("several items", () => {
  test("are deleted together and brought back together", async ({ page, person }) => {
    await person.addItems(["D", "C", "B", "A"]);
    await openHydrated(page, "/dashboard");
    await page.getByLabel("Select B").check();
    await page.getByLabel("Select C").check();
    await page.locator(".selection-bar").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Deleted 2 items")).toBeVisible();
    await expect.poll(() => names(page)).toEqual(["A", "D"]);
    await expect(row(page, "D")).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => names(page)).toEqual(["A", "B", "C", "D"]);
  });

  test("are featured together, and no longer after undoing it", async ({ page, person }) => {
    await person.addItems(["C", "B", "A"]);
    await person.subscribe("business");
    await openHydrated(page, "/dashboard");
    await page.getByLabel("Select A").check();
    await page.getByLabel("Select C").check();
    await page.locator(".selection-bar").getByRole("button", { name: "Feature" }).click();
    await expect(page.getByText("Featured 2 items")).toBeVisible();
    await expect(shelf(page).locator("bdi")).toHaveText(["A", "C"]);
    await expect(row(page, "A")).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(shelf(page)).toBeHidden();
  });

  test("that are selected no longer leave the focus with the first of them", async ({
    page,
    person,
  }) => {
    await person.addItems(["C", "B", "A"]);
    await openHydrated(page, "/dashboard");
    await page.getByLabel("Select B").check();
    await page.getByLabel("Select C").check();
    await page.locator(".selection-bar").getByRole("button", { name: "Clear" }).press("Enter");
    await expect(page.locator(".selection-bar")).toBeHidden();
    await expect(row(page, "B")).toBeFocused();
  });
});

test("the offer to undo stands at the bottom of the window, wherever one is in the list", async ({
  page,
  person,
}) => {
  await person.addItems(numbered(25));
  await openHydrated(page, "/dashboard");
  await page.getByRole("button", { name: "Delete Item 002" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport();
  await expect(row(page, "Item 001")).toBeFocused();
});

test("a dialog asks before it throws typed text away", async ({ page, person: _ }) => {
  await openHydrated(page, "/dashboard");
  await page.getByRole("button", { name: "Add item" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an item" });
  await dialog.getByLabel("Name").fill("Half a thought");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("Throw away what you typed?")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("Throw away what you typed?")).toBeHidden();
  await expect(dialog.getByLabel("Name")).toHaveValue("Half a thought");
  await page.mouse.click(5, 5);
  await expect(dialog.getByText("Throw away what you typed?")).toBeVisible();
  await dialog.getByRole("button", { name: "Throw away" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Add item" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test.describe("shortcuts", () => {
  test("add, search, walk, rename, delete and undo", async ({ page, person }) => {
    await person.addItems(["Third", "Second", "First"]);
    await openHydrated(page, "/dashboard");
    await page.keyboard.press("n");
    await expect(page.getByLabel("New item")).toBeFocused();
    await page.keyboard.type("n / ?");
    await expect(page.getByLabel("New item")).toHaveValue("n / ?");
    await page.getByLabel("New item").fill("");
    await page.getByLabel("New item").blur();
    await page.keyboard.press("/");
    await expect(search(page)).toBeFocused();
    await search(page).blur();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(row(page, "Second")).toBeFocused();
    await page.keyboard.press("e");
    await page.getByLabel("New words for Second").fill("2nd");
    const renamed = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().includes("dashboard"),
    );
    await page.keyboard.press("Enter");
    await expect(row(page, "2nd")).toBeFocused();
    await renamed;
    await page.keyboard.press("Delete");
    await expect(row(page, "Third")).toBeFocused();
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
    await page.keyboard.press("z");
    await expect(row(page, "2nd")).toBeFocused();
  });

  test("are explained on a sheet, and can be switched off there", async ({ page, person: _ }) => {
    await openHydrated(page, "/dashboard");
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(sheet).toContainText("Add an item");
    await sheet.getByLabel("Use single keys as shortcuts").uncheck();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.keyboard.press("n");
    await expect(page.getByLabel("New item")).not.toBeFocused();
  });
});

test.describe("where it is another day", () => {
  test.use({ timezoneId: "Pacific/Kiritimati" });
  test("a date is the reader's", async ({ page, person, sql }) => {
    const [id = ""] = await person.addItems(["Late"]);
    await sql`update public.items set created_at = '2026-02-03T23:00:00Z' where id = ${id}`;
    await openHydrated(page, "/dashboard");
    await expect(row(page, "Late").getByText("Feb 4, 2026")).toBeVisible();
  });
});
