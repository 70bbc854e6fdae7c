/** What was typed before a session ended. */
import type { Page } from "@playwright/test";
import { test } from "../support/account-fixtures.ts";
import { expect, openHydrated, PASSWORD } from "../support/fixtures.ts";

const RESTORED = "What you typed before signing in is back.";

/** Ends the session behind the browser's back, as a device list elsewhere does; its token counts no more. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
}

async function signInHere(page: Page, email: string): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test("a profile that was sent too late is back after signing in again", async ({
  page,
  person,
  sql,
}) => {
  await openHydrated(page, "/settings/general");
  await page.getByLabel("Name").fill("مريم بنت عبد الله");
  await expect.poll(() => stored(page)).toContain("مريم");
  await endSession(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fsettings%2Fgeneral$/);
  await signInHere(page, person.email);
  await expect(page).toHaveURL(/\/settings\/general$/);
  await expect(page.getByLabel("Name")).toHaveValue("مريم بنت عبد الله");
  await expect(page.getByText(RESTORED)).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated", { exact: true })).toBeVisible();
  const [row] = await sql`select name from public.users where id = ${person.id}`;
  expect(row).toEqual({ name: "مريم بنت عبد الله" });
  expect(await stored(page)).not.toContain("مريم");
  await openHydrated(page, "/settings/general");
  await expect(page.getByText(RESTORED)).toBeHidden();
});

test("it is for nobody but whoever typed it", async ({ page, person, createPerson }) => {
  expect(person.id).toBeTruthy();
  const other = await createPerson();
  await openHydrated(page, "/settings/general");
  await page.getByLabel("Name").fill("Not yours");
  await expect.poll(() => stored(page)).toContain("Not yours");
  await endSession(page);
  await page.reload();
  await expect(page).toHaveURL(/\/auth\/signin/);
  await signInHere(page, other.email);
  await expect(page).toHaveURL(/\/settings\/general$/);
  await page.locator("html[data-hydrated]").waitFor();
  await expect(page.getByLabel("Name")).not.toHaveValue("Not yours");
  expect(await stored(page)).not.toContain("Not yours");
});

test("nothing of it is left after signing out, in no tab", async ({ page, context, person: _ }) => {
  const second = await context.newPage();
  for (const tab of [second, page]) {
    await openHydrated(tab, "/settings/general");
    await tab.getByLabel("Name").fill("Typed and left");
    await expect.poll(() => stored(tab)).toContain("Typed and left");
  }
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await stored(page)).not.toContain("Typed and left");
  await expect(second).toHaveURL(/\/auth\/signin/);
  expect(await stored(second)).not.toContain("Typed and left");
});

test("passwords and codes are never kept", async ({ page, person: _ }) => {
  await openHydrated(page, "/settings/password");
  await page.getByLabel("New password", { exact: true }).fill("a-secret-of-mine");
  await page.getByRole("button", { name: "Show new password" }).click();
  await page.getByLabel("New password", { exact: true }).fill("a-secret-of-mine-2");
  expect(await stored(page)).not.toContain("a-secret");
  await openHydrated(page, "/settings/two-step");
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  await page.getByLabel("Code", { exact: true }).fill("123456");
  expect(await stored(page)).not.toContain("123456");
});
