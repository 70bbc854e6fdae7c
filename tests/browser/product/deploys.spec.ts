/** Tabs that stay open during a deploy. */
import type { Page } from "@playwright/test";
import { createStaleTokens, signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { add, names } from "../../support/browser/items.ts";

test.beforeEach(({ person: _ }) => {});

/**
 * From now on, data comes from another build, whose loaders have renamed a field that the open page needs.
 */
async function deploy(page: Page): Promise<void> {
  const { commit } = await (await page.request.get("/healthz")).json();
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    const body = (await response.text())
      .replaceAll(`"${commit}"`, '"another"')
      .replaceAll(/"(items|profile|devices)"/g, '"renamed"');
    await route.fulfill({ response, body });
  });
}

/** Counts the documents that load from now on. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
}

test("a page whose script is gone loads as a document", async ({ page }) => {
  await openHydrated(page, "/dashboard");
  const documents = countDocuments(page);
  // The chunk of this version is gone; the new version has another one.
  await page.route("**/assets/general-*.js", (route) =>
    documents() === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await openSettings(page);
  await expect(page).toHaveURL(/\/settings\/general$/);
  await expect(page.getByLabel("Name")).toBeVisible();
  expect(documents()).toBe(1);
});

test("signing in again loads as a document when its dialog and its page are gone", async ({
  page,
  person: { email },
  sql,
}) => {
  await signInWithTokens(page.context(), email, await createStaleTokens(sql, email));
  await openHydrated(page, "/account/delete");
  const documents = countDocuments(page);
  await page.route("**/assets/reauthenticat*", (route) =>
    documents() === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByLabel(/^Type/).fill(email);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("link", { name: "Sign in again" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
});

test("what is being typed stays, and can be saved", async ({ page }) => {
  await openHydrated(page, "/settings/general");
  await page.getByLabel("Name").fill("Ann");
  await deploy(page);
  const documents = countDocuments(page);
  const read = page.waitForResponse(/general\.data/);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await read;
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ann");
  expect(documents()).toBe(0);
  await page.getByRole("link", { name: "Devices" }).click();
  await expect(page).toHaveURL(/\/settings\/devices$/);
  expect(documents()).toBeGreaterThan(0);
});

test("items that are added and deleted stay so until the next page, and a deletion can be undone", async ({
  page,
  person,
}) => {
  await person.addItems(["Stays", "Goes"]);
  await openHydrated(page, "/dashboard");
  await deploy(page);
  const documents = countDocuments(page);
  await add(page, "First", "Second");
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Goes", "Stays"]);
  await page.getByRole("button", { name: "Delete Goes" }).click();
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Stays"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Goes", "Stays"]);
  expect(documents()).toBe(0);
  await openSettings(page);
  await expect(page).toHaveURL(/\/settings\/general$/);
  expect(documents()).toBeGreaterThan(0);
});
