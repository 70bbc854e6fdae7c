/** The public pages with JavaScript off. */
import { expect, test } from "../../support/fixtures.ts";

test.use({ javaScriptEnabled: false });

test("hides the controls that need a script", async ({ page }) => {
  await page.goto("/poflow");
  await expect(page.getByRole("button", { name: "Switch between light and dark" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Next slide" })).toBeHidden();
});

test("reaches every slide by its dot", async ({ page }) => {
  await page.goto("/broodbook");
  await page.getByRole("link", { name: /^Slide 3 of 3/ }).click();
  await expect(page.locator("[data-slide]").nth(2)).toBeInViewport({ ratio: 0.6 });
});

test("opens menus and questions", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Products" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "broodbook" })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/faq");
  await page.locator("main summary").first().click();
  await expect(page.locator("main details p").first()).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Menu", exact: true });
  await menu.getByRole("link", { name: "POFlow" }).click();
  await expect(page).toHaveURL(/\/poflow$/);
});

test("the order demo works", async ({ page }) => {
  await page.goto("/poflow");
  const order = page.getByRole("group", { name: "Try it: approve an order" });
  await order.getByRole("radio", { name: "Approve" }).check();
  await expect(order.getByRole("status")).toHaveText("Approved. Finance is next.", {
    useInnerText: true,
  });
});

test("scrolls to the features", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page.locator("#features h2")).toBeInViewport();
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
