/**
 * What stays in a browser, against the privacy policy: app/content/marketing/legal.test.ts lists our own
 * names.
 */
import type { Page } from "@playwright/test";
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";

async function listKept(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await window.caches.keys();
    return [localStorage, sessionStorage, databases, caches].flatMap((store) => Object.keys(store));
  });
  return [...cookies.map(({ name }) => name.replace(/^.*-auth-token.*/, "-auth-token")), ...stored];
}

test("a guest's visit leaves nothing", async ({ page }) => {
  for (const path of ["/", "/pricing", "/portfolio", "/contact", "/faq", "/no/such/page"])
    await page.goto(path);
  expect(await listKept(page)).toEqual([]);
});

test("an account's visit leaves a session, its mark, the theme, and where in the tab one had been", async ({
  page,
  person: _,
}) => {
  await openHydrated(page, "/dashboard");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("Name")).toBeVisible();
  await page.goto("/faq");
  const kept = new Set(await listKept(page));
  expect([...kept].toSorted()).toEqual([
    "-auth-token",
    "react-router-scroll-positions",
    "remix-router-transitions",
    "session",
    "theme",
  ]);
});
