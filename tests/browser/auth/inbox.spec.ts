/** The card after a form that sends email: signing up, a sign-in link, a password reset. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import {
  expect,
  latestEmail,
  openHydrated,
  PASSWORD,
  test,
} from "../../support/browser/fixtures.ts";

const CHECK_EMAIL = "Thanks for signing up! Please check your email to complete the process.";
const COOLDOWN_MS = 60_000;

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

const LINK_SENT = "If that address can sign in, a link is on its way.";
const RESET_SENT = "Password reset email sent";
const SENT_AGAIN = /and a minute has passed, another email is on its way/;

const inbox = (page: Page) => page.getByRole("heading", { name: "Check your inbox" });
const sendAgain = (page: Page) => page.getByRole("button", { name: /^Send (the email )?again/ });

test("the card shows the address, not in the URL, needs no second read, and sends again after a minute", async ({
  page,
  email,
}) => {
  await openHydrated(page, "/auth/signin");
  await page.clock.install();
  await page.route("**/*.data", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(inbox(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Check your inbox/);
  await expect(page.getByText(LINK_SENT, { exact: true })).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveCount(0);
  expect(page.url()).toMatch(/\/auth\/signin$/);
  await expect(sendAgain(page)).toHaveText(/in \d+ s$/);
  await expect(sendAgain(page)).toBeDisabled();
  // Only an address that someone signs up with may have an account already.
  const signInLink = page.getByRole("main").getByRole("link", { name: "Sign in", exact: true });
  await expect(signInLink).toHaveCount(0);

  await page.clock.fastForward(COOLDOWN_MS);
  await expect(sendAgain(page)).toHaveText("Send the email again");
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  await sendAgain(page).dblclick();
  await expect(sendAgain(page)).toHaveText(/in \d+ s$/);
  await expect(sendAgain(page)).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: SENT_AGAIN })).toBeVisible();
  expect(posts).toHaveLength(1);
});

test("its links keep the address and the destination", async ({ page, email }) => {
  await openHydrated(page, "/auth/signup?next=%2Fsettings%2Fgeneral");
  await fillIn(page, `typo-${email}`);
  await page.getByRole("link", { name: "Start again" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(`typo-${email}`);
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page).toHaveTitle(/^Sign up/);
  expect(new URL(page.url()).pathname).toBe("/auth/signup");
  await fillIn(page, email);
  await expect(page.getByText(CHECK_EMAIL, { exact: true })).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText(`typo-${email}`)).toBeHidden();
  await expectAccessible(page);

  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fsettings%2Fgeneral$/);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("a failed attempt to send again is explained on the card", async ({ page, email }) => {
  await openHydrated(page, "/auth/signin");
  await page.clock.install();
  await page.getByLabel("Email").fill(email);
  await page.route("**/*.data", (route) => route.abort());
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByRole("alert")).toContainText("We don’t know whether this worked.");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.unroute("**/*.data");
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await inbox(page).waitFor();
  await page.clock.fastForward(COOLDOWN_MS);
  await page.route("**/*.data", (route) => route.abort());
  await sendAgain(page).click();
  await expect(page.getByRole("alert")).toContainText("We don’t know whether this worked.");
  await expect(inbox(page)).toBeVisible();
  await expect(page.getByText(LINK_SENT)).toBeHidden();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
});

test("signing in before confirming shows the card, not an error", async ({ page, email }) => {
  await openHydrated(page, "/auth/signup");
  await fillIn(page, email);
  await latestEmail(email);
  await openHydrated(page, "/auth/signin");
  await signIn(page, email);
  await expect(inbox(page)).toBeFocused();
  await expect(page.getByText(CHECK_EMAIL)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  // Signing in sent no email, so there is no cooldown.
  await expect(sendAgain(page)).toBeEnabled();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the email can be requested again", async ({ page, email }) => {
    await page.goto("/auth/forgotpass");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(inbox(page)).toBeVisible();
    await expect(page.getByText(RESET_SENT, { exact: true })).toBeVisible();
    await expect(sendAgain(page)).toBeEnabled();
    await sendAgain(page).click();
    await expect(page.getByText(SENT_AGAIN)).toBeVisible();
    await page.reload();
    await expect(inbox(page)).toBeVisible();
    await page.getByRole("link", { name: "Start again" }).click();
    await expect(page.getByLabel("Email")).toBeVisible();
  });
});
