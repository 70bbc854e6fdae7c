/** Pages of the account area that were seen before: shown at once, checked then, and nobody else's. */
import type { Page } from "@playwright/test";
import { signInBehind, test } from "../support/account-fixtures.ts";
import { expect, openHydrated } from "../support/fixtures.ts";
import { names, numbered, row } from "../support/item-list.ts";
import { addApp } from "../support/two-step.ts";

/** Holds back what the server says to page loads, until `let go`. */
async function holdAnswers(page: Page) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\.data/, async (route) => {
    await held;
    await route.continue();
  });
  return { letGo: () => letGo() };
}

const checked = (page: Page) => page.locator(".checked-page");

async function goToSettings(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(checked(page)).not.toHaveAttribute("aria-busy");
}

async function seeDashboardThenSettings(page: Page): Promise<void> {
  await openHydrated(page, "/dashboard");
  await goToSettings(page);
}

const openDashboard = (page: Page) =>
  page.getByRole("link", { name: "Dashboard" }).filter({ visible: true }).first().click();

test("going back shows at once what was seen, marked as old, and then what the server says", async ({
  page,
  person,
}) => {
  await person.addItems(["Seen before"]);
  await seeDashboardThenSettings(page);
  const { letGo } = await holdAnswers(page);
  await person.addItems(["Came since"]);
  await page.goBack();
  await expect(row(page, "Seen before")).toBeVisible();
  await expect(row(page, "Came since")).toHaveCount(0);
  await expect(checked(page)).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("status").filter({ hasText: "Checking for changes" })).toBeVisible();
  letGo();
  await expect(row(page, "Came since")).toBeVisible();
  await expect(checked(page)).not.toHaveAttribute("aria-busy");
  await expect(page.getByText("Checking for changes")).toHaveCount(0);
});

test("a link to a page that was seen does the same, and so does going forward", async ({
  page,
  person,
}) => {
  await person.addItems(["Seen before"]);
  await seeDashboardThenSettings(page);
  const { letGo } = await holdAnswers(page);
  await openDashboard(page);
  await expect(row(page, "Seen before")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.goForward();
  await expect(row(page, "Seen before")).toBeVisible();
  letGo();
  await expect(checked(page)).not.toHaveAttribute("aria-busy");
});

test("a list that was made longer is shown at once at its whole length, at the same place", async ({
  page,
  person,
}) => {
  await person.addItems(numbered(80));
  await openHydrated(page, "/dashboard");
  for (const last of ["Item 031", "Item 006"]) {
    await page.getByRole("link", { name: "Load more" }).click();
    await expect(row(page, last)).toBeVisible();
  }
  await row(page, "Item 020").scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  const place = await page.evaluate(() => window.scrollY);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>("a[href='/settings/general']")?.click(),
  );
  await expect(page.getByLabel("Email")).toBeVisible();
  const { letGo } = await holdAnswers(page);
  await person.addItems(["Came since"]);
  await page.goBack();
  await expect.poll(() => names(page)).toHaveLength(75);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -1);
  await expect(checked(page)).toHaveAttribute("aria-busy", "true");
  letGo();
  await expect(row(page, "Came since")).toBeVisible();
  expect(await names(page)).toHaveLength(75);
});

test("a change is shown on the way back, never what was before it", async ({ page, person }) => {
  await person.addItems(["Kept"]);
  await openHydrated(page, "/settings/general");
  await openDashboard(page);
  await expect(row(page, "Kept")).toBeVisible();
  await page.goBack();
  await page.getByLabel("Name").fill("A new name");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await expect(checked(page)).not.toHaveAttribute("aria-busy");
  const { letGo } = await holdAnswers(page);
  await page.goForward();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(row(page, "Kept")).toHaveCount(0);
  letGo();
  await expect(row(page, "Kept")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Name")).toHaveValue("A new name");
});

test("a session that has ended shows nothing more, and takes what was seen with it", async ({
  page,
  person,
  context,
}) => {
  await person.addItems(["Mine alone"]);
  await seeDashboardThenSettings(page);
  await context.clearCookies();
  await openDashboard(page);
  await expect(page).toHaveURL(/\/auth\/signin\?next=/);
  await expect(page.getByText("Mine alone")).toHaveCount(0);
  const { letGo } = await holdAnswers(page);
  await page.goBack();
  await expect(page.getByText("Mine alone")).toHaveCount(0);
  letGo();
  await expect(page).toHaveURL(/\/auth\/signin\?next=/);
  await expect(page.getByText("Mine alone")).toHaveCount(0);
});

test("a session whose two-step code is due is led to the code", async ({
  page,
  person,
  context,
}) => {
  await seeDashboardThenSettings(page);
  await addApp(person.email);
  await signInBehind(context, person.email);
  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/verify\?next=/);
});

test("signing out in another tab takes what was seen with it", async ({
  page,
  person,
  context,
}) => {
  await person.addItems(["Mine alone"]);
  await seeDashboardThenSettings(page);
  const other = await context.newPage();
  await other.goto("/auth/signout");
  await other.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/auth\/signin/);
  const { letGo } = await holdAnswers(page);
  await page.goBack();
  await expect(page.getByText("Mine alone")).toHaveCount(0);
  letGo();
});

test("when another account signs in, a tab that stays open shows nothing of the first one", async ({
  page,
  person,
  createPerson,
  context,
}) => {
  await person.addItems(["The first one's"]);
  await seeDashboardThenSettings(page);
  // What is being typed keeps the tab from loading itself anew.
  await page.getByLabel("Name").fill("Half written");
  const second = await createPerson();
  await second.addItems(["The second one's"]);
  await signInBehind(context, second.email);
  const other = await context.newPage();
  await openHydrated(other, "/dashboard");
  await expect(row(other, "The second one's")).toBeVisible();
  const { letGo } = await holdAnswers(page);
  await openDashboard(page);
  await expect(page.getByText("The first one's")).toHaveCount(0);
  letGo();
  await expect(row(page, "The second one's")).toBeVisible();
  await expect(page.getByText("The first one's")).toHaveCount(0);
});

test("what was seen is in no storage", async ({ page, person }) => {
  await person.addItems(["Nowhere else"]);
  await seeDashboardThenSettings(page);
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await window.caches.keys();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches]);
  });
  expect(stored).not.toContain("Nowhere else");
  expect(stored).not.toContain(person.email);
});

test("without a connection what was seen is shown, and checked when there is one", async ({
  page,
  person,
  context,
}) => {
  await person.addItems(["Seen before"]);
  await seeDashboardThenSettings(page);
  await context.setOffline(true);
  await page.goBack();
  await expect(row(page, "Seen before")).toBeVisible();
  await expect(checked(page)).toHaveAttribute("aria-busy", "true");
  await person.addItems(["Came since"]);
  await context.setOffline(false);
  await expect(row(page, "Came since")).toBeVisible();
  await expect(checked(page)).not.toHaveAttribute("aria-busy");
});

test("an address that asks for something once is not remembered", async ({ page, person }) => {
  await person.subscribe("pro");
  await openHydrated(page, "/dashboard?paid=true");
  await goToSettings(page);
  const { letGo } = await holdAnswers(page);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your items" })).toHaveCount(0);
  letGo();
  await expect(page.getByRole("heading", { name: "Your items" })).toBeVisible();
});
