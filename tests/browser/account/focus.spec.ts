/** Focus and announcements after forms and navigation. */
import type { Locator, Page } from "@playwright/test";
import { signInTokens, test } from "../../support/browser/accounts.ts";
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

test.describe("submitting a form by its button keeps the focus", () => {
  test("on sign-in and sign-in link", async ({ page, createPerson }) => {
    const { email } = await createPerson();
    await openHydrated(page, "/auth/signin");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("not-the-password");
    const signIn = page.getByRole("button", { name: "Sign in", exact: true });
    await expectFocusKept(page, signIn, page.getByRole("alert"));
    await expect(signIn).toBeFocused();
    const mail = page.getByRole("button", { name: "Email me a sign-in link" });
    await expectFocusKept(page, mail, page.getByText("a link is on its way"));
    await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeFocused();
  });

  test("on forgotten password", async ({ page, createPerson }) => {
    const { email } = await createPerson();
    await openHydrated(page, "/auth/forgotpass");
    await page.getByLabel("Email").fill(email);
    const button = page.getByRole("button", { name: "Reset password" });
    await expectFocusKept(page, button, page.getByText("Password reset email sent"));
  });

  test("on profile and password", async ({ page, person: _ }) => {
    await openHydrated(page, "/settings/general");
    await page.getByLabel("Name").fill("Ann");
    const save = page.getByRole("button", { name: "Save" });
    await expectFocusKept(page, save, page.getByText("Your profile has been updated"));
    await openHydrated(page, "/settings/password");
    await page.getByLabel("New password", { exact: true }).fill("a-brand-new-one");
    await page.getByLabel("Confirm new password").fill("a-brand-new-one");
    await expectFocusKept(page, save, page.getByText("Your password has been updated"));
  });

  test("on contact, which loads a new page: on the message", async ({ page }) => {
    await page.goto("/contact");
    await page.getByLabel("Name").fill("Ann");
    await page.getByLabel("Email").fill("ann@example.com");
    await page.getByLabel("Message").fill("Hello");
    await page.getByRole("button", { name: "Send message" }).press("Enter");
    await expect(page.getByText("Your message has been sent!")).toBeVisible();
    await expect(page.locator("main [data-alert]")).toBeFocused();
  });
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
  await expect(page.getByRole("alert")).toHaveText(
    "That email and password don't match. Please try again.",
  );
  expect(sent).toBe(1);
});

test("re-authentication is submitted once", async ({ page, person: _ }) => {
  await openHydrated(page, "/auth/reauthenticate");
  let sent = 0;
  await page.route(/\/auth\/reauthenticate\.data/, async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel("Password").fill("not-the-password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("button", { name: "Sign in" })).toBeDisabled();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
    "That password isn't right",
  );
  expect(sent).toBe(1);
});

test.describe("a client-side navigation", () => {
  test.beforeEach(({ person: _ }) => {});

  const announcement = (page: Page) => page.locator("[aria-live=polite]:not([role])");

  test("focuses the page and announces its title once", async ({ page }) => {
    await openHydrated(page, "/settings/general");
    await expect(announcement(page)).toHaveText("");
    await page.getByRole("link", { name: "Devices" }).press("Enter");
    await expect(page).toHaveURL(/\/settings\/devices$/);
    await expect(page.getByRole("main")).toBeFocused();
    await expect(announcement(page)).toHaveText(/^Devices · /);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "General" })).toBeFocused();
    await page.goBack();
    await expect(announcement(page)).toHaveText(/^General settings · /);
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("keeps the focus if only the query changes", async ({ page, person }) => {
    await person.addItems(["Apples", "Pears"]);
    await openHydrated(page, "/dashboard");
    const search = page.getByLabel("Search items");
    await search.pressSequentially("App");
    await expect(page).toHaveURL(/q=App/);
    await expect(page.getByText("1 item found")).toBeVisible();
    await expect(search).toBeFocused();
  });

  test("from the menu does not leave the focus in the menu", async ({ page }) => {
    await openHydrated(page, "/dashboard");
    await page.getByRole("banner").getByRole("button", { name: "Account" }).press("Enter");
    await page.getByRole("link", { name: "Settings" }).first().press("Enter");
    await expect(page).toHaveURL(/\/settings\/general$/);
    await expect(page.getByRole("main")).toBeFocused();
  });
});

test("a button that disappears passes the focus to the message", async ({ page, person }) => {
  await signInTokens(person.email);
  await openHydrated(page, "/settings/devices");
  await page.getByRole("button", { name: /^Sign out An/ }).press("Enter");
  await expect(page.getByText("The device has been signed out.")).toBeVisible();
  await expect(page.locator("main [data-alert]")).toBeFocused();
});

test("a success message disappears on the next input", async ({ page, person: _ }) => {
  await openHydrated(page, "/settings/general");
  await page.getByLabel("Name").fill("Ann");
  await page.getByRole("button", { name: "Save" }).click();
  const note = page.getByText("Your profile has been updated", { exact: true });
  await expect(note).toBeVisible();
  await page.getByLabel("Name").press("End");
  await expect(note).toBeVisible();
  await page.getByLabel("Name").pressSequentially("a");
  await expect(note).toBeHidden();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(note).toBeVisible();

  await openHydrated(page, "/settings/password");
  await page.getByLabel("New password", { exact: true }).fill("a-brand-new-one");
  await page.getByLabel("Confirm new password").fill("a-brand-new-one");
  await page.getByRole("button", { name: "Save" }).click();
  const changed = page.getByText("Your password has been updated", { exact: true });
  await expect(changed).toBeVisible();
  await page.getByLabel("New password", { exact: true }).pressSequentially("x");
  await expect(changed).toBeHidden();
});
