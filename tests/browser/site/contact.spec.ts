/** The contact page: phone, hours, form. */
import { expect, test } from "../../support/fixtures.ts";

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

test("the success message has its own URL and the focus", async ({ page, email }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("The ordering form loses orders.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page).toHaveURL(/\/contact\?sent$/);
  const thanks = page.getByRole("status").filter({ hasText: "Your message has been sent!" });
  await expect(thanks).toBeFocused();
  const methods: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) methods.push(request.method());
  });
  await page.reload();
  expect(methods).toEqual(["GET"]);
});

test("focuses the message if only that is missing", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByLabel("Message")).toBeFocused();
});

test("confirms, resets the form, and accepts another message", async ({ page, email }) => {
  await page.goto("/contact");
  const id = () => page.locator("input[name=id]").inputValue();
  const firstId = await id();
  for (const message of ["The ordering form loses orders.", "It did so again."]) {
    await page.getByLabel("Name").fill("Ann");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Message").fill(message);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByLabel("Message")).toHaveValue("");
    await expect(page.getByText("Your message has been sent!")).toBeVisible();
  }
  expect(await id()).not.toBe(firstId);
});

test("cannot be submitted twice while pending", async ({ page, email }) => {
  await page.goto("/contact");
  let posts = 0;
  await page.route(/\/contact(\?sent)?$/, async (route) => {
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
