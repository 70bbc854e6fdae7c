/** The contact page: telephone, hours, form. */
import { expect, openHydrated, test } from "../support/fixtures.ts";

test("offers a telephone number with its hours", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.locator('main a[href^="tel:+"]')).toBeVisible();
  await expect(page.getByText("Weekdays 8a-5p")).toBeVisible();
});

test("moves to the message when only that is missing", async ({ page }) => {
  await openHydrated(page, "/contact");
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByLabel("Message")).toBeFocused();
});

test("thanks, empties the form, and takes another message", async ({ page }) => {
  await openHydrated(page, "/contact");
  const id = () => page.locator("input[name=id]").inputValue();
  const firstId = await id();
  for (const message of ["The ordering form loses orders.", "It did so again."]) {
    await page.getByLabel("Name").fill("Ann");
    await page.getByLabel("Email").fill("ann@example.com");
    await page.getByLabel("Message").fill(message);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByLabel("Message")).toHaveValue("");
    await expect(page.getByText("Your message has been sent!")).toBeVisible();
  }
  expect(await id()).not.toBe(firstId);
});

test("cannot be sent twice while it is on its way", async ({ page }) => {
  await openHydrated(page, "/contact");
  await page.route("**/contact.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByLabel("Message").fill("Hello");
  const button = page.getByRole("button", { name: "Send message" });
  await button.click();
  await expect(button).toBeDisabled();
  await expect(page.getByText("Your message has been sent!")).toBeVisible();
});
