/** Two-step verification: setting it up, signing in with a code, removing it. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import { callAuth, signInTokens, signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated, PASSWORD, signIn } from "../../support/browser/fixtures.ts";
import { addApp, currentCode, nextCode, pastCode } from "../../support/browser/two-step.ts";

const APPS = "/settings/two-step";
const WRONG_CODE = "That code isn’t right.";

const codeField = (page: Page) => page.getByLabel("Code", { exact: true });

async function enterCode(page: Page, code: string, button = "Continue"): Promise<void> {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: button, exact: true }).click();
}

test("is set up in the settings with a code, and required at the next sign-in", async ({
  page,
  person,
}) => {
  const { refresh_token } = await signInTokens(person.email);
  await openHydrated(page, "/settings/password");
  await page.getByRole("link", { name: "Two-step" }).click();
  const setUp = page.getByRole("button", { name: "Set up", exact: true });
  await setUp.press("Enter");
  await expect(codeField(page)).toBeFocused();
  await page.getByRole("link", { name: "Cancel" }).press("Enter");
  await expect(setUp).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await setUp.click();
  const image = page.getByRole("img", { name: "QR code for your authenticator app" });
  await expect(image).toBeVisible();
  expect(await image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0);
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";

  await expect(codeField(page)).toBeFocused();
  await enterCode(page, pastCode(secret), "Turn on");
  await expect(page.getByText(WRONG_CODE)).toBeVisible();
  await expect(page.locator("[data-secret]")).toHaveText(secret);
  await expect(image).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await enterCode(page, currentCode(secret), "Turn on");
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  const refresh = callAuth("token?grant_type=refresh_token", { refresh_token });
  await expect(refresh, "other devices are signed out").rejects.toThrow("not_found");
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Authenticator app" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.context().clearCookies();
  await signIn(page, person.email, "/auth/signin?next=/settings/general");
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
  for (const code of ["12345", "", pastCode(secret)]) {
    await enterCode(page, code);
    await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
  }
  await page.getByText("I don’t have my device").click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("Recovery code")).toBeVisible();
  await expectAccessible(page);
  await enterCode(page, nextCode(secret).replace(/^.../, "$& "));
  await expect(page).toHaveURL(/\/settings\/general$/);
});

test("a new app's secret, a half-typed code and recovery codes stay while other events read the page again", async ({
  page,
  context,
  createPerson,
}) => {
  const { email } = await createPerson();
  await signInWithTokens(context, email);
  const other = await context.newPage();
  await openHydrated(other, "/settings/general");
  await other.getByLabel("Name").fill("Ann");
  await openHydrated(page, APPS);
  const isRead = () => page.waitForResponse((response) => response.url().includes(`${APPS}.data`));
  const readAgain = async () => {
    const reconnected = isRead();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await reconnected;
    const updated = isRead();
    await other.getByRole("button", { name: "Save" }).click();
    await updated;
    await expect(page.locator(".account-area")).not.toHaveAttribute("aria-busy");
  };
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  await codeField(page).fill("123");
  await readAgain();
  await expect(page.locator("[data-secret]")).toHaveText(secret);
  await expect(codeField(page)).toHaveValue("123");
  await enterCode(page, currentCode(secret), "Turn on");
  const codes = page.locator("[data-recovery-codes] li");
  await expect(codes).toHaveCount(10);
  const shown = await codes.allTextContents();
  await readAgain();
  await expect(codes).toHaveText(shown);

  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await readAgain();
  await expect(codes).toHaveCount(0);
});

test("an app that is lost is removed with a correct code from another one", async ({
  page,
  createPerson,
}) => {
  const { email } = await createPerson();
  const first = await addApp(email, "Lost");
  const second = await addApp(email, "Tablet", first.tokens);
  await signInWithTokens(page.context(), email);
  await openHydrated(page, `/auth/verify?next=${APPS}`);
  await page.getByLabel("Tablet").check();
  await enterCode(page, currentCode(second.secret));
  await expect(page).toHaveURL(new RegExp(`${APPS}$`));
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByText("Remove Lost").click();
  await expectAccessible(page);
  const remove = page.getByRole("listitem").filter({ hasText: "Remove Lost" });
  await remove.getByLabel("Tablet").check();
  await remove.getByLabel("Code").fill(pastCode(second.secret));
  await remove.getByRole("button", { name: "Remove" }).click();
  await expect(remove.getByText(`Tablet: ${WRONG_CODE}`)).toBeVisible();
  await expect(remove.getByLabel("Code")).toBeFocused();
  await remove.getByLabel("Code").fill(nextCode(second.secret));
  await remove.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The authenticator app has been removed.")).toBeVisible();
  await expect(page.getByText("Remove Tablet")).toBeVisible();
  await expect(page.getByText("Remove Lost")).toBeHidden();
});

test("signing in again before a sensitive change requires the code and returns", async ({
  page,
  createPerson,
  sql,
}) => {
  const { email } = await createPerson();
  const { secret, tokens } = await addApp(email);
  await sql`
    update auth.mfa_amr_claims c set updated_at = now() - interval '1 hour'
    from auth.sessions s join auth.users u on u.id = s.user_id
    where c.session_id = s.id and u.email = ${email}`;
  await signInWithTokens(page.context(), email, tokens);
  await openHydrated(page, "/auth/reauthenticate?next=/settings/password");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await enterCode(page, currentCode(secret));
  await expect(page).toHaveURL(/\/settings\/password$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("it is set up, required and removed", async ({ page, createPerson, sql }) => {
    const { id, email } = await createPerson();
    await signInWithTokens(page.context(), email);
    await page.goto(APPS);
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    const secret = (await page.locator("[data-secret]").textContent()) ?? "";
    await enterCode(page, pastCode(secret), "Turn on");
    await expect(page.getByText(WRONG_CODE)).toBeVisible();
    await enterCode(page, currentCode(secret), "Turn on");
    await expect(page.getByText("Two-step verification is on.")).toBeVisible();

    await signInWithTokens(page.context(), email, await signInTokens(email));
    await page.goto(APPS);
    await enterCode(page, nextCode(secret));
    await expect(page).toHaveURL(new RegExp(`${APPS}$`));
    await sql`delete from public.claims where key like ${`code:${id}:%`}`;
    await page.getByText("Remove Authenticator app").click();
    const remove = page.getByRole("listitem").filter({ hasText: "Remove Authenticator app" });
    await remove.getByLabel("Code").fill(currentCode(secret));
    await remove.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("The authenticator app has been removed.")).toBeVisible();
  });
});
