/** The public pages with JavaScript off. */
import { expect, test } from "../../support/browser/fixtures.ts";

test.use({ javaScriptEnabled: false });

test("opens menus, and hides the controls that need a script", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/legal/privacy-policy");
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Menu", exact: true });
  await menu.getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole("button", { name: "Switch between light and dark" })).toBeHidden();
});
