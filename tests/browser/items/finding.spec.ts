/** Finding items: search, filters and pagination. */
import { expect, holdDataRequests, openHydrated } from "../../support/browser/fixtures.ts";
import { add, makeItemNames, names, row, search, test } from "../../support/browser/items.ts";

test.beforeEach(({ person: _ }) => {});

test.describe("searching", () => {
  test("searches the whole list while typing, and updates the URL", async ({
    page,
    person,
    addItems,
  }) => {
    await addItems(person, ["Needle in the hay", ...makeItemNames(40)]);
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
    await expect(page.getByText("No items match “no such thing”.")).toBeVisible();
  });

  test("finds what was typed before hydration, and left", async ({ page, person, addItems }) => {
    await addItems(person, ["Needle in the hay", ...makeItemNames(8)]);
    let load = () => {};
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/\/assets\/.*\.js/, (route) => loading.then(() => route.continue()));
    await page.goto("/dashboard", { waitUntil: "commit" });
    await search(page).fill("needle");
    await search(page).blur();
    load();
    await expect.poll(() => names(page)).toEqual(["Needle in the hay"]);
    await expect(search(page)).toHaveValue("needle");
  });

  test("shows the results of the latest input, even if responses are slow", async ({
    page,
    person,
    addItems,
  }) => {
    await addItems(person, makeItemNames(12));
    await openHydrated(page, "/dashboard");
    const { release } = await holdDataRequests(page, "GET");
    const asked = page.waitForRequest(/dashboard\.data\?q=/);
    await search(page).fill("012");
    await asked;
    await search(page).fill("");
    await expect(page).toHaveURL(/\/dashboard$/);
    release();
    await expect.poll(() => names(page)).toHaveLength(12);
  });

  test("is cleared by the field's own button; a link includes what was just typed", async ({
    page,
    person,
    addItems,
  }) => {
    const all = [...makeItemNames(6), "Pear", "Apple"];
    await addItems(person, all.toReversed());
    await openHydrated(page, "/dashboard?q=app");
    const box = await search(page).boundingBox();
    if (!box) throw new Error("There is no search field");
    // Without a role; a square at the end of the text.
    const inset = await search(page).evaluate((field) => {
      const { paddingInlineEnd, fontSize } = getComputedStyle(field);
      return Number.parseFloat(paddingInlineEnd) + Number.parseFloat(fontSize) / 2;
    });
    await page.mouse.click(box.x + box.width - inset, box.y + box.height / 2);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect.poll(() => names(page)).toEqual(all);
    await expect(search(page)).toHaveValue("");
    await expect(search(page)).toBeFocused();

    await page.clock.install();
    // The pause in typing never ends.
    await page.clock.pauseAt(Date.now() + 60_000);
    await search(page).fill("app");
    await page.getByRole("link", { name: "Featured", exact: true }).click();
    await expect(page).toHaveURL(/\?q=app&show=featured$/);
    await page.clock.resume();
    await search(page).fill("pear");
    await page.getByRole("link", { name: "Settings" }).last().click();
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/general$/);
  });
});

test("a short list has no search or filter", async ({ page, person, addItems }) => {
  await addItems(person, makeItemNames(7));
  await openHydrated(page, "/dashboard");
  await expect(search(page)).toHaveCount(0);
  await add(page, "The eighth");
  await expect(search(page)).toBeVisible();
});

test.describe("a long list", () => {
  test("is paginated, and Back returns to the same place", async ({ page, person, addItems }) => {
    await addItems(person, makeItemNames(70));
    await openHydrated(page, "/dashboard");
    expect(await names(page)).toEqual(makeItemNames(70).toReversed().slice(0, 25));
    const older = page.getByRole("link", { name: "Older items" });
    await older.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(500);
    await older.click();
    await expect(row(page, "Item 045")).toBeVisible();
    await older.click();
    await expect.poll(() => names(page)).toEqual(makeItemNames(20).toReversed());
    await expect(older).toHaveCount(0);
    await page.goBack();
    await page.goBack();
    await expect(row(page, "Item 070")).toBeAttached();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -1);
  });

  test("on an older page shows a new item with the newest", async ({ page, person, addItems }) => {
    await addItems(person, makeItemNames(26));
    await openHydrated(page, "/dashboard");
    await page.getByRole("link", { name: "Older items" }).click();
    await expect(row(page, "Item 001")).toBeVisible();
    const added = page.waitForResponse((response) => response.request().method() === "POST");
    await add(page, "New");
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(["New", "Item 026"]);
    await added;
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Older items" }).click();
    await page.getByRole("link", { name: "Newest items" }).click();
    await expect(row(page, "New")).toBeVisible();
  });
});
