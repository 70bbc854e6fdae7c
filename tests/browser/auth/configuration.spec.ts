/**
 * What the configuration turns on or off: Turnstile on the forms that send email, and passkeys. On a separate
 * server.
 */
import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { findFreePort } from "local-kit";
import { createChildProcesses } from "../../../local/processes/child-processes.ts";
import { spawnBuiltSite } from "../../../local/site/spawn-site.ts";
import { waitUntilUp } from "../../../local/site/wait-until-up.ts";
import { portsAt } from "../../../tools/shared/settings.ts";
import { localVariables } from "../../../tools/shared/site-variables.ts";
import { test as base } from "../../support/browser/accounts.ts";
import { expect, localUrls, openHydrated, PASSWORD } from "../../support/browser/fixtures.ts";
import { makeLocalDir } from "../../support/isolation.ts";

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

const test = base.extend<object, { siteUrl: string }>({
  // The build once more, on the local cloud of the browser tests. It takes a while to start on a busy
  // machine.
  siteUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const port = await findFreePort();
      const siteUrl = `http://localhost:${port}`;
      const localDir = makeLocalDir("second-site");
      const processes = await createChildProcesses(localDir, { isTemporary: true });
      const variables = {
        ...localVariables(portsAt(Number(process.env.PORT_OFFSET)), siteUrl),
        TURNSTILE_SITE_KEY: SITE_KEY,
        TURNSTILE_SECRET_KEY: "secret-of-the-test",
        PASSKEYS: "off",
      };
      const site = spawnBuiltSite({ port, localDir, variables, processes });
      // Unread output would fill its pipe and block the site.
      site.stdout?.resume();
      site.stderr?.resume();
      await waitUntilUp(site, `http://127.0.0.1:${port}/healthz`);
      await use(siteUrl);
      await processes.kill(site);
      rmSync(localDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
// In one worker, which starts the site once.
test.describe.configure({ mode: "default" });

const widget = (page: Page) => page.locator(`[data-shown="${SITE_KEY}"]`);

async function open(page: Page, url: string): Promise<void> {
  await page.route("https://challenges.cloudflare.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: SCRIPT }),
  );
  await openHydrated(page, url);
}

test("the challenge is required to sign up and to request a link, again for each attempt", async ({
  page,
  email,
  siteUrl,
}) => {
  await open(page, `${siteUrl}/auth/signup`);
  await expect(widget(page)).toHaveAttribute("data-times", "1");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(widget(page)).toHaveAttribute("data-times", "2");

  await open(page, `${siteUrl}/auth/signin`);
  await expect(widget(page)).toHaveCount(1);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  // After a client navigation, too.
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expect(widget(page)).toHaveCount(1);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  const mailbox = await fetch(`${localUrls.mailbox}/emails?to=${encodeURIComponent(email)}`);
  expect(await mailbox.json()).toEqual([]);
});

test("a challenge that does not load shows an error", async ({ page, siteUrl }) => {
  await page.route("https://challenges.cloudflare.com/**", (route) => route.abort());
  await page.goto(`${siteUrl}/auth/forgotpass`);
  await expect(page.getByRole("alert")).toContainText("didn’t load");
});

test("passkeys that are turned off are nowhere", async ({ page, person, siteUrl }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await open(page, `${siteUrl}/settings/general`);
  await expect(page.getByRole("link", { name: "Two-step" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Passkeys" })).toHaveCount(0);
  const form = { intent: "passkey", credential: "{}" };
  for (const [path, fields] of [
    ["/settings/passkeys", { account: person.id, intent: "start" }],
    ["/auth/passkey", {}],
    ["/auth/reauthenticate", { account: person.id, ...form }],
    ["/auth/signin", form],
  ] as const) {
    const response = await page.request.post(`${siteUrl}${path}`, { form: fields });
    expect(response.status(), path).toBe(404);
  }
  expect((await page.request.get(`${siteUrl}/settings/passkeys`)).status()).toBe(404);

  await page.context().clearCookies();
  await open(page, `${siteUrl}/auth/signin`);
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "email");
  expect(await page.locator("main").textContent()).not.toContain("passkey");
  expect(requests.filter((path) => /ceremony|passkey$/.test(path))).toEqual([]);
});
