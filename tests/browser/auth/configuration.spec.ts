/** What the configuration turns on or off: Turnstile on the forms that send email, and passkeys. On a separate server. */
import type { Page } from "@playwright/test";
import { test } from "../../support/browser/accounts.ts";
import { expect, localUrls, PASSWORD } from "../../support/browser/fixtures.ts";
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
    PASSKEYS: "off",
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

test("the challenge is required to sign up and to request a link, again for each attempt", async ({
  page,
  email,
}) => {
  await open(page, "/auth/signup");
  await expect(widget(page)).toHaveAttribute("data-times", "1");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(widget(page)).toHaveAttribute("data-times", "2");

  await open(page, "/auth/signin");
  await expect(widget(page)).toHaveCount(1);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  // After a client navigation, too.
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expect(widget(page)).toHaveCount(1);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  const mailbox = await fetch(`${localUrls.mailbox}/emails?to=${encodeURIComponent(email)}`);
  expect(await mailbox.json()).toEqual([]);
});

test("a challenge that does not load shows an error", async ({ page }) => {
  await page.route("https://challenges.cloudflare.com/**", (route) => route.abort());
  await page.goto(`${site.siteUrl}/auth/forgotpass`);
  await expect(page.getByRole("alert")).toContainText("didn’t load");
});

test("passkeys that are turned off are nowhere", async ({ page, person: _ }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await open(page, "/settings/general");
  await expect(page.getByRole("link", { name: "Devices" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Passkeys" })).toHaveCount(0);
  const form = { intent: "passkey", credential: "{}" };
  for (const [path, fields] of [
    ["/settings/passkeys", { intent: "start" }],
    ["/auth/passkey", {}],
    ["/auth/reauthenticate", form],
    ["/auth/signin", form],
  ] as const) {
    const response = await page.request.post(`${site.siteUrl}${path}`, { form: fields });
    expect(response.status(), path).toBe(404);
  }
  expect((await page.request.get(`${site.siteUrl}/settings/passkeys`)).status()).toBe(404);

  await page.context().clearCookies();
  await open(page, "/auth/signin");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "email");
  expect(await page.locator("main").textContent()).not.toContain("passkey");
  expect(requests.filter((path) => /ceremony|passkey$/.test(path))).toEqual([]);
});
