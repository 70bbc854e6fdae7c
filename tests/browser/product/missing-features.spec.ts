/**
 * The product in browsers that lack or refuse a feature: app WebViews, Tor, blocked storage, `http`
 * addresses.
 */
import { CARDS, payWith, test, waitForCheckout } from "../../support/browser/billing.ts";
import { expect, signIn } from "../../support/browser/fixtures.ts";
import { takeFeaturesAway } from "../../support/browser/missing-features.ts";
import { PLAN_NAMES } from "../../support/plans.ts";

test("without them, an account is used and a plan is bought, and no error is reported", async ({
  page,
  createPerson,
}) => {
  const reports = await takeFeaturesAway(page);
  const { email } = await createPerson();
  await signIn(page, email);
  await expect(page.getByRole("main").getByText(email)).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await page.getByLabel("Name", { exact: true }).fill("Ann");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  await page.goto("/purchase/pro");
  await waitForCheckout(page);
  await payWith(page, CARDS.pays);
  await expect(
    page.getByText(`You are now subscribed to the ${PLAN_NAMES.pro} plan`),
  ).toBeVisible();
  expect(reports).toEqual([]);
});
