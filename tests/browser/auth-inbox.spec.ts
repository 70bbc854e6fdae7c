/** The page after signing up, and signing in with an unconfirmed address. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect, latestEmail, openHydrated, PASSWORD, test } from "../support/fixtures.ts";

const CHECK_EMAIL = "Thanks for signing up! Please check your email to complete the process.";

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const inbox = (page: Page) => page.getByRole("heading", { name: "Check your inbox" });
const sendAgain = (page: Page) => page.getByRole("button", { name: /^Send (the email )?again/ });

test("signing up shows “Check your inbox” with the address", async ({ page, email }) => {
  await openHydrated(page, "/auth/signup");
  await fillIn(page, email);
  await expect(inbox(page)).toBeFocused();
  await expect(page.getByText(CHECK_EMAIL)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveCount(0);
  await expect(sendAgain(page)).toHaveText(/in \d+ s$/);
  await expect(sendAgain(page)).toBeDisabled();
  await expectAccessible(page);
});

test("the address can be changed, starting from the submitted one", async ({ page, email }) => {
  await openHydrated(page, "/auth/signup");
  await fillIn(page, `typo-${email}`);
  await page.getByRole("link", { name: "Change it" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(`typo-${email}`);
  await expect(page.getByLabel("Email")).toBeFocused();
  await fillIn(page, email);
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText(`typo-${email}`)).toBeHidden();
  await latestEmail(email);
});

test("signing in before confirming shows “Check your inbox”, not an error", async ({
  page,
  email,
}) => {
  await openHydrated(page, "/auth/signup");
  await fillIn(page, email);
  await expect(inbox(page)).toBeVisible();
  // An email was just sent, so the cooldown applies on every page.
  await openHydrated(page, "/auth/signin");
  await signIn(page, email);
  await expect(inbox(page)).toBeFocused();
  await expect(page.getByText(CHECK_EMAIL)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(sendAgain(page)).toBeDisabled();

  await page.evaluate(() => sessionStorage.clear());
  await openHydrated(page, "/auth/signin");
  await signIn(page, email);
  await expect(sendAgain(page)).toHaveText("Send the email again");
  await expect(sendAgain(page)).toBeEnabled();
  await sendAgain(page).click();
  await expect(page.getByText("a new email is on its way")).toBeVisible();
  await expect(sendAgain(page)).toBeDisabled();
  await expect(sendAgain(page)).toBeFocused();
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("the providers' buttons have their logos", async ({ page }) => {
  await page.goto("/auth/signin");
  for (const name of ["Google", "GitHub"]) {
    const link = page.getByRole("link", { name: `Continue with ${name}` });
    const mark = link.locator(".provider-mark");
    await expect(mark).toBeVisible();
    expect((await mark.boundingBox())?.width).toBe(20);
    expect((await page.request.get(`/marks/${name.toLowerCase()}.svg`)).status()).toBe(200);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the address can be changed and the email resent", async ({ page, email }) => {
    await page.goto("/auth/signup");
    await fillIn(page, email);
    await expect(inbox(page)).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expect(sendAgain(page)).toBeEnabled();
    await page.getByRole("link", { name: "Change it" }).click();
    await expect(page.getByLabel("Email")).toBeVisible();
    await page.goto("/auth/signin");
    await signIn(page, email);
    await expect(inbox(page)).toBeVisible();
    await sendAgain(page).click();
    await expect(page.getByText("a new email is on its way")).toBeVisible();
  });
});
