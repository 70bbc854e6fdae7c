/** Forms on a page that the browser translates. The shape of code that breaks: app/ui/bare-text.test.ts. */
import { test as base } from "../../support/browser/accounts.ts";
import { expect, openHydrated, PASSWORD } from "../../support/browser/fixtures.ts";
import { translatePage } from "../../support/browser/translator.ts";

const test = base.extend({ page: ({ page }, use) => translatePage(page, use) });

test("a user saves the profile and looks around", async ({ page, person }) => {
  await openHydrated(page, "/settings/general");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await page.getByLabel("Name").fill("");
  await save.press("Enter");
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Please enter your name");
  await page.getByLabel("Name").fill("Ann");
  await save.press("Enter");
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ann");
  await page.getByLabel("Name").pressSequentially("a");
  await expect(page.getByText("Your profile has been updated")).toBeHidden();
  const sections = page.getByRole("navigation", { name: "Settings" });
  await sections.getByRole("link", { name: "Two-step" }).press("Enter");
  await page.getByRole("button", { name: "Set up", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
});

base(
  "what is typed before React runs is kept, also in a page that is translated by then",
  async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/auth/signin", { waitUntil: "commit" });
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("Email").fill("ann@example.com");
    await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
      heading.innerHTML = "<font>Anmelden</font>";
    });
    release();
    await page.locator("html[data-hydrated]").waitFor();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    await expect(page.getByLabel("Password")).toHaveValue(PASSWORD);
    await expect(page.getByLabel("Email")).toHaveValue("ann@example.com");
    await expect(page.getByLabel("Email")).toBeFocused();
  },
);
