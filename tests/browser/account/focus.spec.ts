/** Focus and announcements after forms and navigation. */
import type { Locator, Page } from "@playwright/test";
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";

/** Records the focused element over time, by tag name; "body" if nothing has the focus. */
async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      seen.add(document.activeElement?.tagName.toLowerCase() ?? "none");
      document.documentElement.dataset.focusSeen = [...seen].join();
      requestAnimationFrame(look);
    };
    look();
  });
  return async () => (await page.locator("html").getAttribute("data-focus-seen"))?.split(",") ?? [];
}

/** Presses `button` by keyboard and waits for `result`; asserts that the focus is never lost. */
async function expectFocusKept(page: Page, button: Locator, result: Locator): Promise<void> {
  await button.focus();
  const seen = await watchFocus(page);
  await page.keyboard.press("Enter");
  await expect(result).toBeVisible();
  await expect(page.locator("button[aria-busy]")).toHaveCount(0);
  expect(await seen()).not.toContain("body");
}

test("a loaded or reloaded document leaves the focus at its top", async ({ page, person: _ }) => {
  await openHydrated(page, "/settings/general");
  for (const _time of ["opened", "reloaded"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.reload();
    await page.locator("html[data-hydrated]").waitFor();
  }
});

test("submitting a form by its button keeps the focus, and its message disappears on the next input", async ({
  page,
  person: _,
}) => {
  await openHydrated(page, "/settings/general");
  await page.getByLabel("Name").fill("Ann");
  const save = page.getByRole("button", { name: "Save" });
  const note = page.getByText("Your profile has been updated", { exact: true });
  await expectFocusKept(page, save, note);
  await page.getByLabel("Name").press("End");
  await expect(note).toBeVisible();
  await page.getByLabel("Name").pressSequentially("a");
  await expect(note).toBeHidden();
  await save.click();
  await expect(note).toBeVisible();
});

test("a busy button ignores further clicks", async ({ page, createPerson }) => {
  const { email } = await createPerson();
  await openHydrated(page, "/auth/signin");
  let sent = 0;
  await page.route(/\/auth\/signin\.data/, async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not-the-password");
  await page.keyboard.press("Enter");
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(button).toBeDisabled();
  await page.keyboard.press("Enter");
  await button.click({ force: true });
  await expect(page.getByRole("alert")).toContainText(
    "That email and password don’t match. Please try again.",
  );
  expect(sent).toBe(1);
});

test("a client-side navigation focuses the page and announces its title once", async ({
  page,
  person: _,
}) => {
  const announcement = page.locator("[aria-live=polite]:not([role])");
  await openHydrated(page, "/settings/general");
  await expect(announcement).toHaveText("");
  await page.getByRole("link", { name: "Password" }).press("Enter");
  await expect(page).toHaveURL(/\/settings\/password$/);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(announcement).toHaveText(/^Password settings · /);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "General" })).toBeFocused();
  await page.goBack();
  await expect(announcement).toHaveText(/^General settings · /);
  await expect(page.getByRole("main")).toBeFocused();

  // The focus does not stay in the menu either.
  await page.getByRole("banner").getByRole("button", { name: "Account" }).press("Enter");
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).last().press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("main")).toBeFocused();
});
