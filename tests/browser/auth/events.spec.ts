/** Session events between tabs, with Supabase's names. */
import type { BrowserContext, Page } from "@playwright/test";
import { signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated, signIn } from "../../support/browser/fixtures.ts";
import { addApp, currentCode } from "../../support/browser/two-step.ts";

/** Listens in a tab without the product's scripts, so that it does not reload. */
async function listen(context: BrowserContext): Promise<() => Promise<string[]>> {
  const tab = await context.newPage();
  await tab.goto("/healthz");
  await tab.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new BroadcastChannel("auth").onmessage = ({ data }) => heard.push(data.type);
  });
  return () => tab.evaluate(() => Reflect.get(window, "heard"));
}

test("a sign-in with a code sends two events", async ({ page, context, createPerson }) => {
  const { email } = await createPerson();
  const { secret } = await addApp(email);
  await page.goto("/");
  const heard = await listen(context);
  await signIn(page, email);
  await page.getByLabel("Code", { exact: true }).fill(currentCode(secret));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(heard).toEqual(["SIGNED_IN", "MFA_CHALLENGE_VERIFIED"]);
});

test("a page that can't be read says nothing about the session", async ({
  page,
  context,
  person,
}) => {
  await openHydrated(page, "/dashboard");
  const heard = await listen(context);
  await page.route("**/*.data*", (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bad gateway");
  await expect(page.getByRole("banner").getByRole("button", { name: "Account" })).toBeVisible();
  expect(await heard()).toEqual([]);
  expect(await readMark(page)).toContain(person.id);
});

/**
 * Loads documents as prerendered, except for reloads. Simulated: Chromium does not prerender a page that
 * Playwright is attached to.
 */
async function openPrerendered(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const isReload = performance
      .getEntriesByType("navigation")
      .some((entry) => "type" in entry && entry.type === "reload");
    Object.defineProperty(document, "prerendering", { value: !isReload, writable: true });
  });
  await page.goto(path);
  return page;
}

const readMark = (page: Page) => page.evaluate(() => localStorage.getItem("session"));

test("a page prerendered before the sign-in announces nothing, and reloads when it is shown", async ({
  page,
  context,
  createPerson,
}) => {
  const { id, email } = await createPerson();
  const prerendered = await openPrerendered(context, "/legal/privacy-policy");
  await signInWithTokens(context, email);
  await page.goto("/dashboard");
  const heard = await listen(context);
  await expect.poll(() => readMark(page)).toContain(id);
  const root = prerendered.locator("html");
  await expect(root).toHaveAttribute("data-session", "");

  await prerendered.evaluate(() => {
    Object.assign(document, { prerendering: false });
    document.dispatchEvent(new Event("prerenderingchange"));
  });
  await expect(root).toHaveAttribute("data-session", new RegExp(id));
  expect(await heard()).toEqual([]);
  expect(await readMark(page)).toContain(id);
});
