/** The account area's loader cache: shown at once, revalidated, never shared between accounts. */
import type { Page } from "@playwright/test";
import { signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { holdDataRequests, row } from "../../support/browser/items.ts";

const area = (page: Page) => page.locator(".account-area");

async function goToSettings(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(area(page)).not.toHaveAttribute("aria-busy");
}

async function seeDashboardThenSettings(page: Page): Promise<void> {
  await openHydrated(page, "/dashboard");
  await goToSettings(page);
}

const openDashboard = (page: Page) =>
  page.getByRole("link", { name: "Dashboard" }).filter({ visible: true }).first().click();

test("going back shows cached data at once, marked as saved and never stored, and then revalidates", async ({
  page,
  person,
}) => {
  await person.addItems(["Seen before"]);
  await seeDashboardThenSettings(page);
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await window.caches.keys();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches]);
  });
  expect(stored).not.toContain("Seen before");
  expect(stored).not.toContain(person.email);
  const { release } = await holdDataRequests(page);
  await person.addItems(["Came since"]);
  await page.goBack();
  await expect(row(page, "Seen before")).toBeVisible();
  await expect(row(page, "Came since")).toHaveCount(0);
  await expect(area(page)).toHaveAttribute("aria-busy", "true");
  await expect(page.getByText("Showing saved data. Refreshing…")).toBeVisible();
  release();
  await expect(row(page, "Came since")).toBeVisible();
  await expect(area(page)).not.toHaveAttribute("aria-busy");
  await expect(page.getByText("Showing saved data. Refreshing…")).toBeHidden();
});

test("going back after a change never shows stale data", async ({ page, person }) => {
  await person.addItems(["Kept"]);
  await openHydrated(page, "/settings/general");
  await openDashboard(page);
  await expect(row(page, "Kept")).toBeVisible();
  await page.goBack();
  await page.getByLabel("Name").fill("A new name");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await expect(area(page)).not.toHaveAttribute("aria-busy");
  const { release } = await holdDataRequests(page);
  await page.goForward();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(row(page, "Kept")).toHaveCount(0);
  release();
  await expect(row(page, "Kept")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Name")).toHaveValue("A new name");
});

test("an ended session clears the cache", async ({ page, person, context }) => {
  await person.addItems(["Mine alone"]);
  await seeDashboardThenSettings(page);
  await context.clearCookies();
  await openDashboard(page);
  await expect(page).toHaveURL(/\/auth\/signin\?next=/);
  await expect(page.getByText("Mine alone")).toHaveCount(0);
  const { release } = await holdDataRequests(page);
  await page.goBack();
  await expect(page.getByText("Mine alone")).toHaveCount(0);
  release();
  await expect(page).toHaveURL(/\/auth\/signin\?next=/);
  await expect(page.getByText("Mine alone")).toHaveCount(0);
});

test("after another account signs in, an open tab shows no data of the first one", async ({
  page,
  person,
  createPerson,
  context,
}) => {
  await person.addItems(["The first one's"]);
  await seeDashboardThenSettings(page);
  // Unsaved input prevents the tab from reloading.
  await page.getByLabel("Name").fill("Half written");
  const second = await createPerson();
  await second.addItems(["The second one's"]);
  await signInWithTokens(context, second.email);
  const other = await context.newPage();
  await openHydrated(other, "/dashboard");
  await expect(row(other, "The second one's")).toBeVisible();
  const { release } = await holdDataRequests(page);
  await openDashboard(page);
  await expect(page.getByText("The first one's")).toHaveCount(0);
  release();
  await expect(row(page, "The second one's")).toBeVisible();
  await expect(page.getByText("The first one's")).toHaveCount(0);
});

test("offline, cached pages are shown, and revalidated when online again", async ({
  page,
  person,
  context,
}) => {
  await person.addItems(["Seen before"]);
  await seeDashboardThenSettings(page);
  await context.setOffline(true);
  await page.goBack();
  await expect(row(page, "Seen before")).toBeVisible();
  await person.addItems(["Came since"]);
  await context.setOffline(false);
  await expect(row(page, "Came since")).toBeVisible();
});

test("offline, a page whose script was not loaded says so and leaves the open one", async ({
  page,
  person,
  context,
}) => {
  await person.addItems(["Seen before"]);
  await openHydrated(page, "/dashboard");
  await context.setOffline(true);
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByRole("alert").filter({ hasText: "You’re offline." })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await expect(row(page, "Seen before")).toBeVisible();
  await context.setOffline(false);
  await goToSettings(page);
});

test("the result of a form stays when its page can't be read again", async ({ page, person }) => {
  await openHydrated(page, "/settings/general");
  await page.route("**/settings/general.data*", (route) =>
    route.request().method() === "GET" ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await page.getByLabel("Name").fill("A true name");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await expect(page.getByText("We couldn’t refresh this page")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.unroute("**/settings/general.data*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("We couldn’t refresh this page")).toBeHidden();
});
