/** The account area's loader cache: shown at once, revalidated, never shared between accounts. */
import type { Page } from "@playwright/test";
import { signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, holdDataRequests, openHydrated } from "../../support/browser/fixtures.ts";

const area = (page: Page) => page.locator(".account-area");

/** The account's address, as the dashboard shows it. */
const summary = (page: Page, email: string) => page.getByRole("main").getByText(email);

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

test("a first visit shows a 400 px placeholder with a spinner while it loads", async ({
  page,
  person,
}) => {
  await openHydrated(page, "/settings/general");
  const { release } = await holdDataRequests(page);
  await page.getByRole("button", { name: "Account" }).click();
  const menu = page.getByRole("navigation", { name: "Account" });
  await menu.getByRole("link", { name: "Dashboard" }).click();
  const spinner = page.getByRole("main").getByRole("status").filter({ hasText: "Loading" });
  await expect(spinner).toBeVisible();
  const box = await spinner.locator("xpath=..").boundingBox();
  expect(box?.height).toBe(400);
  release();
  await expect(summary(page, person.email)).toBeVisible();
});

test("going back shows cached data at once, marked as saved and never stored, and then revalidates", async ({
  page,
  person,
}) => {
  await seeDashboardThenSettings(page);
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await window.caches.keys();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches]);
  });
  expect(stored).not.toContain(person.email);
  const { release } = await holdDataRequests(page);
  const changed = await person.changeEmail();
  await page.goBack();
  await expect(summary(page, person.email)).toBeVisible();
  await expect(summary(page, changed)).toHaveCount(0);
  await expect(area(page)).toHaveAttribute("aria-busy", "true");
  await expect(page.getByText("Showing saved data. Refreshing…")).toBeVisible();
  release();
  await expect(summary(page, changed)).toBeVisible();
  await expect(area(page)).not.toHaveAttribute("aria-busy");
  await expect(page.getByText("Showing saved data. Refreshing…")).toBeHidden();
});

test("a profile that changed elsewhere reaches its field once it is read again, unless it is edited", async ({
  page,
  person,
}) => {
  // An empty field follows its default, one with a text does not.
  await person.rename("Ann");
  await seeDashboardThenSettings(page);
  const name = page.getByLabel("Name");
  for (const typed of [undefined, "Typed"]) {
    const before = await name.inputValue();
    await openDashboard(page);
    await expect(summary(page, person.email)).toBeVisible();
    const { release } = await holdDataRequests(page);
    await person.rename(`${before}, renamed`);
    await page.goBack();
    await expect(name).toHaveValue(before);
    if (typed) await name.fill(typed);
    release();
    await expect(area(page)).not.toHaveAttribute("aria-busy");
    await expect(name).toHaveValue(typed ?? `${before}, renamed`);
  }
});

test("going back after a change never shows stale data", async ({ page, person }) => {
  await openHydrated(page, "/settings/general");
  await openDashboard(page);
  await expect(summary(page, person.email)).toBeVisible();
  await page.goBack();
  await page.getByLabel("Name").fill("A new name");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await expect(area(page)).not.toHaveAttribute("aria-busy");
  const { release } = await holdDataRequests(page);
  await page.goForward();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(summary(page, person.email)).toHaveCount(0);
  release();
  await expect(summary(page, person.email)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Name")).toHaveValue("A new name");
});

test("an ended session clears the cache", async ({ page, person, context }) => {
  await seeDashboardThenSettings(page);
  await context.clearCookies();
  await openDashboard(page);
  await expect(page).toHaveURL(/\/auth\/signin\?next=/);
  await expect(summary(page, person.email)).toHaveCount(0);
  const { release } = await holdDataRequests(page);
  await page.goBack();
  await expect(summary(page, person.email)).toHaveCount(0);
  release();
  await expect(page).toHaveURL(/\/auth\/signin\?next=/);
  await expect(summary(page, person.email)).toHaveCount(0);
});

test("after another account signs in, an open tab shows no data of the first one", async ({
  page,
  person,
  createPerson,
  context,
}) => {
  await seeDashboardThenSettings(page);
  // Unsaved input prevents the tab from reloading.
  await page.getByLabel("Name").fill("Half written");
  const second = await createPerson();
  await signInWithTokens(context, second.email);
  const other = await context.newPage();
  await openHydrated(other, "/dashboard");
  await expect(summary(other, second.email)).toBeVisible();
  const { release } = await holdDataRequests(page);
  await openDashboard(page);
  await expect(summary(page, person.email)).toHaveCount(0);
  release();
  await expect(summary(page, second.email)).toBeVisible();
  await expect(summary(page, person.email)).toHaveCount(0);
});

test("offline, cached pages are shown, and revalidated when online again", async ({
  page,
  person,
  context,
}) => {
  await seeDashboardThenSettings(page);
  await context.setOffline(true);
  await page.goBack();
  await expect(summary(page, person.email)).toBeVisible();
  const changed = await person.changeEmail();
  await context.setOffline(false);
  await expect(summary(page, changed)).toBeVisible();
});

test("offline, a page whose script was not loaded says so and leaves the open one", async ({
  page,
  person,
  context,
}) => {
  await openHydrated(page, "/dashboard");
  await context.setOffline(true);
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByRole("alert").filter({ hasText: "You’re offline." })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await expect(summary(page, person.email)).toBeVisible();
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
