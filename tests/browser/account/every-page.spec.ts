/**
 * What holds for every page of the account area: its script budget, axe, narrow screens, large text, very
 * long words.
 */
import type { Locator, Page } from "@playwright/test";
import {
  expectAccessible,
  expectToFitAtDoubleTextSize,
  findViolations,
} from "../../support/browser/accessibility.ts";
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { makeItemNames, nameButton } from "../../support/browser/items.ts";
import { download, expectHydratedWithinBudget } from "../../support/browser/page-weight.ts";
import { listAccountExamples, ROW_ID } from "../../support/routes/route-table.ts";

const DESKTOP = { width: 1280, height: 800 };
const NARROWEST = { width: 320, height: 640 };
/** The billing page leads to Stripe or to the plans; an unknown section is the general one. */
const ELSEWHERE = ["/settings/billing", "/settings/anything"];
const EXAMPLES = listAccountExamples();
const OPEN = EXAMPLES.filter(({ isRestricted }) => !isRestricted).map(({ path }) => path);
const PAGES = [...OPEN, "/auth/reauthenticate"].filter((path) => !ELSEWHERE.includes(path));
const PATHS = [...PAGES, "/dashboard?item=new"];
const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(3);

test.beforeEach(async ({ person }) => {
  await person.addItems([
    ...makeItemNames(4),
    "A short one",
    LONG,
    "اسم طويل بالعربية",
    "<b>not bold</b>",
  ]);
});

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < 40; count += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

for (const path of PATHS) {
  test(`${path} is light, passes axe in both themes, and fits narrow screens and large text`, async ({
    page,
    person,
  }) => {
    // The purchase page must not leave for Stripe.
    await page.route("**/purchase/*.data*", (route) => route.abort());
    const opened = await download(page, path.replace(ROW_ID, person.id));
    expect(opened.status, "createPerson has to add the row that this page shows").toBe(200);
    if (PAGES.includes(path)) expectHydratedWithinBudget(opened);
    const menu = page.getByRole("banner").getByRole("button", { name: "Account" });
    await expect(menu).toBeVisible();
    await expectAccessible(page);
    await expectToFitAtDoubleTextSize(page);
  });
}

test("a page whose handle says that it is restricted opens for no other account", async ({
  page,
  person,
}) => {
  for (const { path } of EXAMPLES.filter(({ isRestricted }) => isRestricted)) {
    const response = await page.goto(path.replace(ROW_ID, person.id));
    expect.soft([403, 404], path).toContain(response?.status());
  }
});

test("the dialog, an error and an undo toast pass axe, and icon buttons have tooltips", async ({
  page,
}) => {
  await openHydrated(page, "/dashboard");
  const titles = await page
    .getByRole("button")
    .filter({ hasText: /^$/ })
    .evaluateAll((found) => found.map((button) => button.getAttribute("title")));
  expect(titles.length).toBeGreaterThan(4);
  for (const title of titles) expect(title).toMatch(/./);
  await page.getByRole("button", { name: "Add item" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter a name")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Featured: A short one" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Delete A short one" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete A short one" })).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
});

test("the dashboard is fully usable by keyboard", async ({ page }) => {
  await openHydrated(page, "/dashboard");
  await page.getByLabel("New item").focus();
  await tabTo(page, page.getByRole("button", { name: "Add item" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Typed");
  await page.keyboard.press("Enter");
  await expect(nameButton(page, "Typed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add item" })).toBeFocused();
  await tabTo(page, page.getByLabel("Search items"));
  await tabTo(page, nameButton(page, "Typed"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(nameButton(page, "Typed")).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Delete Typed" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await expect(nameButton(page, "Typed")).toBeVisible();
});

test("in forced-colors mode, the current section and filter stand out", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const color = (link: Locator) =>
    link.evaluate((element) => getComputedStyle(element).backgroundColor);
  for (const { path, list, chosen, other } of [
    { path: "/settings/password", list: "Settings", chosen: "Password", other: "Devices" },
    { path: "/dashboard", list: "Filter", chosen: "All", other: "Featured" },
  ]) {
    await page.goto(path);
    const link = (name: string) =>
      page.getByRole("navigation", { name: list }).getByRole("link", { name, exact: true });
    expect(await color(link(chosen))).not.toBe(await color(link(other)));
  }
});

test("a narrow phone shows all settings tabs, and a header that is sticky unless it takes a quarter", async ({
  page,
}) => {
  await page.goto("/settings/general");
  const banner = page.getByRole("banner");
  for (const { viewport, position } of [
    { viewport: DESKTOP, position: "sticky" },
    { viewport: NARROWEST, position: "sticky" },
    { viewport: { width: 320, height: 256 }, position: "static" },
  ]) {
    await page.setViewportSize(viewport);
    await expect(banner).toHaveCSS("position", position);
  }
  await page.setViewportSize({ width: 375, height: 640 });
  const { height } = (await banner.boundingBox()) ?? {};
  // The width of a classic scrollbar.
  await page.evaluate(() => {
    document.body.style.marginInlineEnd = "15px";
  });
  expect((await banner.boundingBox())?.height, "one line").toBe(height);
  await page.setViewportSize(NARROWEST);
  const tabs = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await expect(tabs).toHaveText([
    "General",
    "Password",
    "Passkeys",
    "Two-step",
    "Devices",
    "Billing",
  ]);
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
});
