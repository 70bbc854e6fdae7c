/**
 * Recovery codes: shown once, used in place of an authenticator app, counted and replaced in the settings.
 */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { brand } from "../../../app/content/brand.ts";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import { signInTokens, signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { addApp, currentCode } from "../../support/browser/two-step.ts";

const APPS = "/settings/two-step";
const WRONG = "That code isn’t right, or it has already been used.";
const GUESS = "AAAA-BBBB-CCCC";

async function setUpFirstApp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  await page.getByLabel("Code", { exact: true }).fill(currentCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.locator("[data-recovery-codes] li")).toHaveCount(10);
  return secret;
}

const shownCodes = (page: Page) => page.locator("[data-recovery-codes] li").allTextContents();

async function useCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel("Recovery code");
  if (!(await field.isVisible())) await page.getByText("I don’t have my device").click();
  await field.fill(code);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
}

/** Opens the code page, with the session of a password sign-in. */
async function openCodePage(page: Page, email: string): Promise<void> {
  await signInWithTokens(page.context(), email);
  await openHydrated(page, "/auth/verify");
}

test("are shown once and downloaded; sign in once, remove the app, end all other sessions, and are replaced with the next app", async ({
  page,
  browser,
  createPerson,
  sql,
}) => {
  const { id, email } = await createPerson();
  await signInWithTokens(page.context(), email);
  await openHydrated(page, APPS);
  await setUpFirstApp(page);
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  await expectAccessible(page);
  const codes = await shownCodes(page);
  const [code = "", other = ""] = codes;
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "Password" }).click();
  expect(await shownCodes(page)).toEqual(codes);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`Your recovery codes for ${brand.name}.txt`);
  const file = readFileSync(await download.path(), "utf8");
  for (const shown of codes) expect(file).toContain(shown);
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await expect(page.getByText(code)).toBeHidden();
  await page.getByText("Generate new recovery codes").click();
  await expectAccessible(page);
  const stranger = await browser.newContext();
  await signInWithTokens(stranger, email);
  const waiting = await stranger.newPage();
  await waiting.goto("/dashboard");
  await expect(waiting).toHaveURL(/\/auth\/verify/);

  await openCodePage(page, email);
  await useCode(page, GUESS);
  await expect(page.getByText(WRONG)).toBeVisible();
  await expect(page.getByLabel("Recovery code")).toHaveAttribute("aria-invalid", "true");
  await useCode(page, code.toLowerCase().replaceAll("-", " "));
  await expect(page).toHaveURL(new RegExp(`${APPS}$`));
  await expect(page.getByText("two-step verification is off")).toBeVisible();
  expect(await sql`select from auth.sessions where user_id = ${id}`).toHaveLength(1);
  await waiting.goto("/dashboard");
  await expect(waiting).toHaveURL(/\/auth\/signin/);
  await stranger.close();

  await page.reload();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.locator("html[data-hydrated]").waitFor();
  await setUpFirstApp(page);
  await openCodePage(page, email);
  await useCode(page, other);
  await expect(page.getByText(WRONG)).toBeVisible();
});

test("a sign-in whose code is due continues once the apps are removed", async ({
  page,
  createPerson,
  sql,
}) => {
  const { id, email } = await createPerson();
  await addApp(email);
  await signInWithTokens(page.context(), email, await signInTokens(email));
  await page.goto("/auth/verify");
  await sql`delete from auth.mfa_factors where user_id = ${id}`;
  await page.reload();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("they are shown, downloaded and used", async ({ page, createPerson }) => {
    const { email } = await createPerson();
    await signInWithTokens(page.context(), email);
    await page.goto(APPS);
    await setUpFirstApp(page);
    await expect(page.getByRole("link", { name: "Download" })).toBeVisible();
    const [code = ""] = await shownCodes(page);
    await signInWithTokens(page.context(), email, await signInTokens(email));
    await page.goto("/auth/verify");
    await useCode(page, GUESS);
    await expect(page.getByText(WRONG)).toBeVisible();
    await useCode(page, code);
    await expect(page.getByText("two-step verification is off")).toBeVisible();
  });
});
