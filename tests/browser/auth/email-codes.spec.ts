/**
 * The code beside an emailed link, typed where the email was requested; and a sign-up that went another way.
 */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import { callAuth, signInTokens, test } from "../../support/browser/accounts.ts";
import {
  createAccount,
  type Email,
  expect,
  getConfirmLink,
  holdDataRequests,
  latestEmail,
  openHydrated,
  PASSWORD,
  signIn,
} from "../../support/browser/fixtures.ts";

const OTHER_PASSWORD = "another-long-horse-2";
const WRONG = /^That code isn’t right, or has been used/;

const codeField = (page: Page) => page.getByLabel("Code", { exact: true });

async function signUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/auth/signup?next=%2Fsettings%2Fgeneral");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(codeField(page)).toBeVisible();
}

/** The code in an email, as its two groups. */
function readGroups({ html, subject }: Email): [string, string] {
  const [, first, second] = /(\d{5})<span [^>]*>(\d{5})<\/span>/.exec(html) ?? [];
  if (!first || !second) throw new Error(`No code in "${subject}"`);
  return [first, second];
}

async function enter(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

/** Another code of the same length. */
const mistype = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the code of an email, scripts: ${javaScriptEnabled}`, () => {
    test.use({ javaScriptEnabled });

    test("confirms a sign-up, which keeps its password and its destination", async ({
      page,
      email,
    }) => {
      await signUp(page, email);
      const [first, second] = readGroups(await latestEmail(email));
      await enter(page, mistype(first + second));
      await expect(page.getByRole("alert")).toHaveText(WRONG);
      await expect(page.getByText(email, { exact: true })).toBeVisible();
      await enter(page, `${first} ${second}`);
      await expect(page).toHaveURL(/\/settings\/general$/);
      await signInTokens(email);
    });

    test("resets a password, and its link is used then", async ({ page, email }) => {
      await createAccount(email);
      await page.goto("/auth/forgotpass");
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Send reset link" }).click();
      const mail = await latestEmail(email);
      await enter(page, readGroups(mail).join("-"));
      await expect(page).toHaveURL(/\/auth\/changepass\?next=%2Fdashboard$/);
      await page.getByLabel("New password", { exact: true }).fill(OTHER_PASSWORD);
      await page.getByLabel("Confirm new password").fill(OTHER_PASSWORD);
      await page.getByRole("button", { name: /^(Save|Change) password$/ }).click();
      await expect(page.getByText("Your password has been changed")).toBeVisible();
      await page.goto(getConfirmLink(mail));
      await page.getByRole("button", { name: "Choose a new password" }).click();
      await expect(page.getByRole("alert")).toContainText("used or has expired");
    });
  });
}

test("a sign-in link's code signs in from any script; a wrong one is answered each time", async ({
  page,
  email,
}) => {
  const other = `other-${email}`;
  await Promise.all([createAccount(email), createAccount(other)]);
  await callAuth("otp", { email: other });
  await openHydrated(page, "/auth/signin");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  const digits = readGroups(await latestEmail(email)).join("");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText("Please enter the code")).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await enter(page, readGroups(await latestEmail(other)).join(""));
  await expect(page.getByText(WRONG)).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);
  const { release } = await holdDataRequests(page, "POST");
  await enter(page, mistype(digits));
  await expect(page.getByText(WRONG)).toHaveCount(0);
  release();
  await expect(page.getByText(WRONG)).toBeVisible();
  const arabic = digits.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  await enter(page, arabic);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a wrong code gets the same answer for an account and an unknown address", async ({
  page,
  email,
}) => {
  await createAccount(email);
  const answers = new Set<string>();
  for (const address of [email, `unknown-${email}`]) {
    const form = { intent: "email-code", email: address, kind: "magic-link", code: "0123456789" };
    const response = await page.request.post("/auth/signin", { form });
    expect(response.status()).toBe(422);
    const text = await response.text();
    answers.add(/<main[\s\S]*<\/main>/.exec(text)?.[0].replaceAll(address, "") ?? text);
  }
  expect([...answers]).toHaveLength(1);
});

test("after a second sign-up with another password, the owner chooses one", async ({
  page,
  email,
}) => {
  await signUp(page, email);
  await signUp(page, email, OTHER_PASSWORD);
  await enter(page, readGroups(await latestEmail(email)).join(""));
  await expect(page.getByRole("heading", { name: "Choose a password" })).toBeVisible();
  await expect(signInTokens(email)).rejects.toThrow("invalid_credentials");
});

test("a sign-up that is sent again from a browser without the first answer keeps its password", async ({
  page,
  email,
}) => {
  await signUp(page, email);
  await page.context().clearCookies();
  await signUp(page, email);
  await enter(page, readGroups(await latestEmail(email)).join(""));
  await expect(page).toHaveURL(/\/settings\/general$/);
  await signInTokens(email);
});

test("of two addresses that one browser signed up, the later keeps its password once the first is confirmed", async ({
  page,
  email,
}) => {
  const later = `later-${email}`;
  await signUp(page, email);
  const first = getConfirmLink(await latestEmail(email));
  await signUp(page, later);
  const second = getConfirmLink(await latestEmail(later));
  const confirm = page.getByRole("button", { name: "Continue to your account" });
  await page.goto(first);
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Choose a password" })).toBeVisible();
  await page.goto(second);
  await confirm.click();
  await expect(page.getByText(`You are now signed in as ${later}.`)).toBeVisible();
  await signInTokens(later);
});

test("who signed up reads what to do after a confirmation elsewhere", async ({
  page,
  email,
  browser,
}) => {
  await signUp(page, email);
  const link = getConfirmLink(await latestEmail(email));
  const scanner = await (await browser.newContext()).newPage();
  await scanner.goto(link);
  await scanner.getByRole("button", { name: "Continue to your account" }).click();
  await expect(scanner.getByRole("heading", { name: "Choose a password" })).toBeVisible();

  await page.goto(link);
  await page.getByRole("button", { name: "Continue to your account" }).click();
  await expect(
    page.getByText("If it was opened elsewhere or its button was pressed twice"),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Get a new link" })).toBeVisible();
  await signIn(page, email);
  await expect(page.getByRole("alert")).toContainText("this address was confirmed in another");
  await page.goto(link);
  await page.getByRole("button", { name: "Continue to your account" }).click();
  await page.getByRole("link", { name: "Choose a password" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a second press, which cancels the first one, reads that the address is confirmed", async ({
    page,
    playwright,
    email,
    baseURL,
  }) => {
    await signUp(page, email);
    const link = getConfirmLink(await latestEmail(email));
    await page.goto(link);
    // The first press, whose response the browser drops.
    const storageState = await page.context().storageState();
    const first = await playwright.request.newContext({ baseURL: baseURL ?? "", storageState });
    const pressed = await first.post(link, { maxRedirects: 0 });
    expect(pressed.headers().location).toBe("/settings/general");
    await page.getByRole("button", { name: "Continue to your account" }).click();
    await expect(page.getByText("its button was pressed twice, your address is")).toBeVisible();
    await page.goto("/auth/signin");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await first.dispose();
  });
});
