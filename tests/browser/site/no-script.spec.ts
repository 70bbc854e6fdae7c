/** The public pages with JavaScript off. */
import { expect, test } from "../../support/browser/fixtures.ts";

test.use({ javaScriptEnabled: false });

test("hides the controls that need a script", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByRole("button", { name: "Switch between light and dark" })).toBeHidden();
});

test("opens menus", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/legal/privacy-policy");
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Menu", exact: true });
  await menu.getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test("sends a contact message, after showing what is missing", async ({ page, email }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ann");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Please enter your email")).toBeVisible();
  await expect(page.getByText("Please enter a message")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ann");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("The ordering form loses orders.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Your message has been sent!")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("");
});
