/** One walk through the whole product. */
import {
  expect,
  localUrls,
  openHydrated,
  PASSWORD,
  test,
  whenSubmitted,
} from "../../support/browser/fixtures.ts";

test("a visitor signs up, adds an item, subscribes, features it and signs out", async ({
  page,
  email,
}) => {
  test.slow();
  await test.step("sign up and confirm through the mailbox page", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await openHydrated(page, "/auth/signup");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(
      page.getByText("Thanks for signing up! Please check your email to complete the process."),
    ).toBeVisible();

    await page.goto(`${localUrls.mailbox}/inbox`);
    await page.getByRole("row", { name: email }).getByRole("link").first().click();
    const confirmation = page.waitForEvent("popup");
    await page.frameLocator("iframe").getByRole("link").first().click();
    const site = await confirmation;
    await site.getByRole("button", { name: "Continue to your account" }).click();
    await expect(site).toHaveURL(/\/dashboard$/);
    await site.close();
    await page.bringToFront();
  });

  await test.step("the dashboard greets with an empty list", async () => {
    await openHydrated(page, "/dashboard");
    await expect(
      page.getByText("Nothing yet. Click the button to add your first item."),
    ).toBeVisible();
    await expect(page.getByRole("main").getByText(email)).toBeVisible();
  });

  await test.step("an item is added, and is there in the server's HTML after a reload", async () => {
    await page.getByRole("button", { name: "Add item" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Quarterly report");
    const saved = whenSubmitted(page);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Quarterly report" })).toBeVisible();
    await saved;
    const html = await (await page.reload())?.text();
    expect(html).toContain("Quarterly report");
  });

  const featured = page.getByRole("button", { name: "Featured: Quarterly report" });

  await test.step("a free account may not feature it", async () => {
    await page.locator("html[data-hydrated]").waitFor();
    await featured.click();
    await expect(page.getByRole("alert")).toContainText(
      "You must upgrade to the pro or business plan to use this feature",
    );
    await expect(featured).toHaveAttribute("aria-pressed", "false");
  });

  await test.step("the pro plan is bought at the local Stripe", async () => {
    await page.goto("/pricing");
    await page.getByRole("link", { name: "Choose Pro" }).click();
    await page.waitForURL(`${localUrls.stripe}/**`);
    await page.getByLabel("Card number").fill("4242 4242 4242 4242");
    await page.getByLabel("Expiry").fill("12 / 34");
    await page.getByLabel("CVC").fill("123");
    await page.getByLabel("Name on card").fill("Visitor");
    await page.getByRole("button", { name: "Start trial" }).click();
    await expect(page).toHaveURL(/\/dashboard(\?paid=true)?$/);
    await expect(page.getByText("You are now subscribed to the pro plan")).toBeVisible();
  });

  await test.step("now the item can be featured", async () => {
    await page.locator("html[data-hydrated]").waitFor();
    const saved = whenSubmitted(page);
    await featured.click();
    await expect(featured).toHaveAttribute("aria-pressed", "true");
    await saved;
    await page.reload();
    await expect(featured).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("signing out closes the account area", async () => {
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("button", { name: "Account" })).toHaveCount(0);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fdashboard$/);
  });
});
