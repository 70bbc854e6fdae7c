/**
 * The product in browsers that lack or refuse a feature: app WebViews, Tor, blocked storage, `http`
 * addresses.
 */
import { CARDS, payWith, test, waitForCheckout } from "../../support/browser/billing.ts";
import { expect, signIn } from "../../support/browser/fixtures.ts";
import { add, dialog, nameButton, row } from "../../support/browser/items.ts";
import { PLAN_NAMES } from "../../support/plans.ts";

/**
 * Runs before the page's scripts. All at once, because app/ui/browser-features.ts asks for each separately.
 */
function takeFeaturesAway(): void {
  Reflect.deleteProperty(window, "PublicKeyCredential");
  Reflect.deleteProperty(window, "BroadcastChannel");
  const get = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get });
  }
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
  };
}

test("without them, an account is used and a plan is bought, and no error is reported", async ({
  page,
  createPerson,
}) => {
  const reports: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/error-report")) reports.push(request.postData());
  });
  await page.addInitScript(takeFeaturesAway);
  const { email } = await createPerson();
  await signIn(page, email);
  await add(page, "First");
  await expect(nameButton(page, "First")).toBeVisible();
  await page.getByRole("button", { name: "Add item" }).click();
  await dialog(page).getByLabel("Name").fill("Second");
  await page.keyboard.press("Enter");
  await nameButton(page, "Second").click();
  await dialog(page).getByLabel("Name").fill("Renamed");
  await page.keyboard.press("Enter");
  await expect(row(page, "Renamed")).toBeVisible();

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
  await expect(row(page, "Renamed")).toBeVisible();
  expect(reports).toEqual([]);
});
