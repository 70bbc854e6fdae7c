/** Tabs that stay open during a deploy. */
import { createStaleTokens, signInWithTokens, test } from "../../support/browser/accounts.ts";
import { countDocuments, deploy, openSettings } from "../../support/browser/deploys.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";

test.beforeEach(({ person: _ }) => {});

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
  await page.getByLabel(/^To confirm/).fill(email);
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
  await page.getByRole("link", { name: "Password" }).click();
  await expect(page).toHaveURL(/\/settings\/password$/);
  expect(documents()).toBeGreaterThan(0);
});
