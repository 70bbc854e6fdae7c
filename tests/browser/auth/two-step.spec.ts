/** Two-step verification: setting it up, signing in with a code, removing it. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import { signInTokens, signInWithTokens, test } from "../../support/browser/accounts.ts";
import {
  expect,
  getConfirmLink,
  latestEmail,
  openHydrated,
  PASSWORD,
  signIn,
} from "../../support/browser/fixtures.ts";
import { addApp, currentCode, nextCode, pastCode } from "../../support/browser/two-step.ts";

const APPS = "/settings/two-step";
const WRONG_CODE = "That code isn’t right.";

const codeField = (page: Page) => page.getByLabel("Code", { exact: true });

async function enterCode(page: Page, code: string, button = "Continue"): Promise<void> {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: button, exact: true }).click();
}

async function sessionCookie(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === "sb-127-auth-token")?.value ?? "";
}

/** Opens the code page, with the session of a password sign-in. */
async function openCodePage(page: Page, email: string, query = ""): Promise<void> {
  await signInWithTokens(page.context(), email);
  await openHydrated(page, `/auth/verify${query}`);
}

test("is set up in the settings with a code, and required at the next sign-in", async ({
  page,
  person,
}) => {
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
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Authenticator app" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.context().clearCookies();
  await signIn(page, person.email, "/auth/signin?next=/settings/general");
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await enterCode(page, nextCode(secret));
  await expect(page).toHaveURL(/\/settings\/general$/);
});

test.describe("signing in", () => {
  test("rejects a wrong, an old and an incomplete code beside the field, and stays on the page", async ({
    page,
    createPerson,
  }) => {
    const { email } = await createPerson();
    const { secret } = await addApp(email);
    await openCodePage(page, email);
    await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");

    for (const code of ["12345", "", pastCode(secret)]) {
      await enterCode(page, code);
      await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
      expect(await sessionCookie(page)).not.toBe("");
    }
    await page.getByText("I don’t have my device").click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByLabel("Recovery code")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/auth\/verify\?next=%2Fdashboard$/);
    await openHydrated(page, page.url());
    await enterCode(page, currentCode(secret).replace(/^.../, "$& "));
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("with a reset link requires the code before the new password", async ({
    page,
    createPerson,
  }) => {
    const { email } = await createPerson();
    const { secret } = await addApp(email);
    await openHydrated(page, "/auth/forgotpass");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button").last().click();
    await page.goto(getConfirmLink(await latestEmail(email, 2)));
    await page.getByRole("button", { name: "Choose a new password" }).click();
    await enterCode(page, currentCode(secret));
    await expect(page).toHaveURL(/\/auth\/changepass$/);
    await page.getByLabel("New password", { exact: true }).fill("another-horse-2");
    await page.getByLabel("Confirm new password").fill("another-horse-2");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password has been changed")).toBeVisible();
  });

  test("to another account keeps the destination; a code in one tab also signs in the other tab", async ({
    page,
    context,
    createPerson,
  }) => {
    const { email } = await createPerson();
    const { secret } = await addApp(email);
    await signInWithTokens(context, email);
    const leaving = await context.newPage();
    await openHydrated(leaving, "/auth/verify?next=/settings/general");
    await leaving.getByRole("button", { name: "Try another account" }).click();
    await expect(leaving).toHaveURL(/\/auth\/signin\?next=%2Fsettings%2Fgeneral$/);
    expect(await sessionCookie(leaving)).toBe("");
    // It would reload once another tab has signed in.
    await leaving.close();

    await signInWithTokens(context, email);
    const other = await context.newPage();
    await openHydrated(page, "/auth/verify?next=/settings/general");
    await openHydrated(other, "/auth/verify");
    await enterCode(other, currentCode(secret));
    await expect(other).toHaveURL(/\/dashboard$/);
    await expect(page).toHaveURL(/\/settings\/general$/);
  });
});

test.describe("an authenticator app", () => {
  test("is removed with a correct code, not with a wrong one", async ({ page, createPerson }) => {
    const { email } = await createPerson();
    const { secret, tokens } = await addApp(email);
    await signInWithTokens(page.context(), email, tokens);
    await openHydrated(page, APPS);
    await page.getByText("Remove Phone").click();
    await expectAccessible(page);
    const remove = page.getByRole("listitem").filter({ hasText: "Remove Phone" });
    await remove.getByLabel("Code").fill(pastCode(secret));
    await remove.getByRole("button", { name: "Remove" }).click();
    await expect(remove.getByText(WRONG_CODE)).toBeVisible();
    await expect(remove.getByLabel("Code")).toBeFocused();
    await remove.getByLabel("Code").fill(currentCode(secret));
    await remove.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("The authenticator app has been removed.")).toBeVisible();
    await page.context().clearCookies();
    await signIn(page, email);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("that is lost is removed with a code from another one", async ({ page, createPerson }) => {
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
    const remove = page.getByRole("listitem").filter({ hasText: "Remove Lost" });
    await remove.getByLabel("Tablet").check();
    await remove.getByLabel("Code").fill(nextCode(second.secret));
    await remove.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("The authenticator app has been removed.")).toBeVisible();
    await expect(page.getByText("Remove Tablet")).toBeVisible();
    await expect(page.getByText("Remove Lost")).toBeHidden();
  });
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
