/** Pages of the account area that are fetched while their link is pointed at. */
import type { Page, Request } from "@playwright/test";
import { test } from "../support/account-fixtures.ts";
import { expect, openHydrated } from "../support/fixtures.ts";
import { row } from "../support/item-list.ts";

const SETTINGS_DATA = /\/settings\/general\.data\?.*_routes=routes%2Faccount%2Fsettings%2Fgeneral/;

/** The requests for what the general settings show; not those for code, or for what stands around the page. */
function watchSettings(page: Page): Request[] {
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (SETTINGS_DATA.test(request.url())) asked.push(request);
  });
  return asked;
}

const settingsLink = (page: Page) => page.getByRole("main").getByRole("link", { name: "Settings" });
const checked = (page: Page) => page.locator(".checked-page");

async function pointAtSettings(page: Page): Promise<void> {
  const answer = page.waitForResponse(SETTINGS_DATA);
  await settingsLink(page).hover();
  expect((await answer).status()).toBe(200);
}

test("a press on a link that was pointed at waits for no answer, and asks for none", async ({
  page,
  person,
}) => {
  await openHydrated(page, "/dashboard");
  const asked = watchSettings(page);
  await pointAtSettings(page);
  await page.route(/\.data/, () => {
    // Never answered.
  });
  await settingsLink(page).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await expect(checked(page)).not.toHaveAttribute("aria-busy");
  expect(asked).toHaveLength(1);
});

test("a link that has the keyboard's focus is fetched ahead too", async ({ page, person: _ }) => {
  await openHydrated(page, "/dashboard");
  const answer = page.waitForResponse(SETTINGS_DATA);
  await settingsLink(page).focus();
  expect((await answer).status()).toBe(200);
});

test("a press while the answer is on its way waits for that one", async ({ page, person }) => {
  await openHydrated(page, "/dashboard");
  const asked = watchSettings(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(SETTINGS_DATA, async (route) => {
    await held;
    await route.continue();
  });
  const request = page.waitForRequest(SETTINGS_DATA);
  await settingsLink(page).hover();
  await request;
  await settingsLink(page).click();
  letGo();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  expect(asked).toHaveLength(1);
});

test("a change made after pointing is in what the press shows", async ({ page, person }) => {
  await openHydrated(page, "/settings/general");
  const link = page.getByRole("banner").getByRole("link", { name: "Dashboard" }).first();
  const answer = page.waitForResponse(/\/dashboard\.data\?/);
  await link.hover();
  await answer;
  await person.addItems(["Came since"]);
  await page.getByLabel("Name").fill("A new name");
  await page.getByLabel("Name").press("Enter");
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await link.click();
  await expect(row(page, "Came since")).toBeVisible();
});

test("where the data does not come, pointing breaks nothing, and a press asks anew", async ({
  page,
  person,
}) => {
  await openHydrated(page, "/dashboard");
  await page.getByLabel("New item").fill("Half written");
  await page.route(SETTINGS_DATA, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => SETTINGS_DATA.test(request.url()));
  await settingsLink(page).hover();
  await failed;
  await page.unroute(SETTINGS_DATA);
  await expect(page.getByLabel("New item")).toHaveValue("Half written");
  await settingsLink(page).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
});

test("without a connection nothing is fetched ahead", async ({ page, person: _, context }) => {
  await openHydrated(page, "/dashboard");
  // What fetches ahead comes with the first link that is pointed at.
  const code = page.waitForResponse(/fetch-ahead/);
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).first().hover();
  await code;
  await context.setOffline(true);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await settingsLink(page).hover();
  // Longer than a pointer has to rest.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  await context.setOffline(false);
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).first().hover();
  const answer = page.waitForResponse(SETTINGS_DATA);
  await settingsLink(page).hover();
  await answer;
  expect(asked.filter((url) => SETTINGS_DATA.test(url))).toHaveLength(1);
});

test("for whoever saves data nothing is fetched ahead, and a press asks as ever", async ({
  page,
  person,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  await openHydrated(page, "/dashboard");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const code = page.waitForResponse(/fetch-ahead/);
  await settingsLink(page).hover();
  await code;
  // Longer than a pointer has to rest.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(asked.filter((url) => SETTINGS_DATA.test(url))).toEqual([]);
  await settingsLink(page).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  expect(asked.filter((url) => SETTINGS_DATA.test(url))).toHaveLength(1);
});

test("a session that has ended: pointing stays on the page, a press leads to signing in", async ({
  page,
  person: _,
  context,
}) => {
  await openHydrated(page, "/dashboard");
  await context.clearCookies();
  const answer = page.waitForResponse(SETTINGS_DATA);
  await settingsLink(page).hover();
  await answer;
  await expect(page).toHaveURL(/\/dashboard$/);
  await settingsLink(page).click();
  await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fsettings%2Fgeneral$/);
});

test("pages that are never remembered are not fetched ahead", async ({ page, person: _ }) => {
  await openHydrated(page, "/settings/general");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const tabs = page.getByRole("navigation", { name: "Settings" });
  for (const name of ["Two-step", "Billing"]) await tabs.getByRole("link", { name }).hover();
  const answer = page.waitForResponse(/\/settings\/devices\.data\?.*ahead/);
  await tabs.getByRole("link", { name: "Devices" }).hover();
  await answer;
  const ahead = asked.filter((url) => url.includes("?ahead"));
  expect(ahead.filter((url) => !url.includes("/settings/devices"))).toEqual([]);
});
