/** The billing section of the settings. */
import { test } from "../../support/browser/accounts.ts";
import { expect, localUrls, openHydrated, signIn } from "../../support/browser/fixtures.ts";

test.describe("the section", () => {
  test.beforeEach(({ person: _ }) => {});

  test("billing redirects to pricing without a plan", async ({ page }) => {
    await page.goto("/settings/billing");
    await expect(page).toHaveURL(/\/pricing$/);
  });

  test("billing redirects to pricing after a plan has ended", async ({ page, person }) => {
    await person.subscribe("pro", "canceled");
    await openHydrated(page, "/settings/general");
    await page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name: "Billing" })
      .click();
    await expect(page).toHaveURL(/\/pricing$/);
  });
});

test("the billing section redirects subscribers to the portal, which leads back", async ({
  page,
}) => {
  await signIn(page, "starter@example.com");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/settings/billing");
  await expect(page).toHaveURL(new RegExp(`^${localUrls.stripe}`));
  await page
    .getByRole("link", { name: /return|back/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/settings\/general/);
});
