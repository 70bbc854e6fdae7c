/** The challenge on the forms that send email, with Turnstile configured. Runs on a separate server. */
import type { Page } from "@playwright/test";
import {
  createAccount,
  expect,
  localUrls,
  PASSWORD,
  test,
} from "../../support/browser/fixtures.ts";
import { type SecondSite, startSecondSite } from "../../support/product.ts";

const SITE_KEY = "site-key-of-the-test";
const FAILED = "We couldn’t verify that you’re human. Please try again.";

/** Replaces Cloudflare's script with a widget that gives no token, as for a bot. */
const SCRIPT = `window.turnstile = {
  render(box, { sitekey }) {
    box.dataset.shown = sitekey;
    box.dataset.times = Number(box.dataset.times ?? 0) + 1;
    return "widget";
  },
  remove() {},
};`;

/** A server takes a while to start on a busy machine. */
const STARTING_MS = 120_000;

test.describe.configure({ mode: "serial" });
let site: SecondSite;
test.beforeAll(async () => {
  test.setTimeout(STARTING_MS);
  site = await startSecondSite({
    TURNSTILE_SITE_KEY: SITE_KEY,
    TURNSTILE_SECRET_KEY: "secret-of-the-test",
  });
});
test.afterAll(() => site.close());

const widget = (page: Page) => page.locator(`[data-shown="${SITE_KEY}"]`);

async function open(page: Page, path: string): Promise<void> {
  await page.route("https://challenges.cloudflare.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: SCRIPT }),
  );
  await page.goto(`${site.siteUrl}${path}`);
  await page.locator("html[data-hydrated]").waitFor();
}

async function mailsTo(email: string): Promise<unknown> {
  return (await fetch(`${localUrls.mailbox}/emails?to=${encodeURIComponent(email)}`)).json();
}

test("is required to sign up, again for each attempt", async ({ page, email }) => {
  await open(page, "/auth/signup");
  await expect(widget(page)).toHaveAttribute("data-times", "1");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(widget(page)).toHaveAttribute("data-times", "2");
  expect(await mailsTo(email)).toEqual([]);
});

test("is required to request a link, also after a client navigation", async ({ page, email }) => {
  await open(page, "/auth/signin");
  await expect(widget(page)).toHaveCount(1);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expect(widget(page)).toHaveCount(1);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  expect(await mailsTo(email)).toEqual([]);
});

test("is not required to sign in with a password", async ({ page, email }) => {
  await createAccount(email);
  await open(page, "/auth/signin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("that does not load shows an error", async ({ page }) => {
  await page.route("https://challenges.cloudflare.com/**", (route) => route.abort());
  await page.goto(`${site.siteUrl}/auth/forgotpass`);
  await expect(page.getByRole("alert")).toContainText("didn’t load");
});
