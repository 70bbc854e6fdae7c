/** The contact page: phone, hours, form. */
import { expect, test } from "../../support/browser/fixtures.ts";

test("shows a phone number with its hours", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.locator('main a[href^="tel:+"]')).toBeVisible();
  await expect(page.getByText("Weekdays 8a-5p")).toContainText("Pacific time");
});

test("shows an email address and the response time", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.locator('main a[href^="mailto:"]')).toBeVisible();
  await expect(page.getByText("within one business day")).toBeVisible();
});

test("thanks replace the form, have the focus, and lead to another message", async ({
  page,
  email,
}) => {
  await page.goto("/contact");
  const id = () => page.locator("input[name=id]").inputValue();
  const firstId = await id();
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("The ordering form loses orders.");
  await page.getByRole("button", { name: "Send message" }).click();
  const thanks = page.getByRole("status").filter({ hasText: "Your message has been sent!" });
  await expect(thanks).toBeFocused();
  await expect(thanks).toContainText(`Thanks, Ann. One of us will write to ${email} within`);
  await expect(page.getByRole("button", { name: "Send message" })).toHaveCount(0);

  await page.getByRole("link", { name: "Write another message" }).click();
  await expect(page.getByLabel("Message")).toHaveValue("");
  expect(await id()).not.toBe(firstId);
});

test("focuses the message if only that is missing", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByLabel("Message")).toBeFocused();
});

test("cannot be submitted twice while pending", async ({ page, email }) => {
  await page.goto("/contact");
  let posts = 0;
  await page.route("**/contact", async (route) => {
    if (route.request().method() === "POST") posts += 1;
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("Hello");
  const button = await page.locator("main button").evaluate(async (element) => {
    if (!(element instanceof HTMLButtonElement)) throw new Error("Not a button");
    element.click();
    await new Promise((resolve) => setTimeout(resolve, 50));
    element.click();
    return { isDisabled: element.ariaDisabled, isBusy: element.ariaBusy };
  });
  expect(button).toEqual({ isDisabled: "true", isBusy: "true" });
  await expect(page.getByText("Your message has been sent!")).toBeVisible();
  expect(posts).toBe(1);
});

test("can be submitted again after going back", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ann");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("button", { name: "Send message" })).toBeEnabled();
});
