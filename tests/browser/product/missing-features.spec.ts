/** The product in browsers that lack or refuse a feature: app WebViews, Tor, blocked storage, `http` addresses. */
import { CARDS, payWith, test, waitForCheckout } from "../../support/browser/billing.ts";
import { expect, signIn } from "../../support/browser/fixtures.ts";
import { add, dialog, nameButton, row } from "../../support/browser/items.ts";

/** Each runs before the page's scripts. */
const TAKE_AWAY = {
  PublicKeyCredential: () => Reflect.deleteProperty(window, "PublicKeyCredential"),
  BroadcastChannel: () => Reflect.deleteProperty(window, "BroadcastChannel"),
  storage: () => {
    const get = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get });
    }
  },
  "a known time zone": () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
      return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
    };
  },
} as const;

for (const [feature, takeAway] of Object.entries(TAKE_AWAY)) {
  test(`without ${feature}, an account is used and a plan is bought, and no error is reported`, async ({
    page,
    createPerson,
  }) => {
    const reports: (string | null)[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/error-report")) reports.push(request.postData());
    });
    await page.addInitScript(takeAway);
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
    await page.getByLabel("Name").fill("Ann");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your profile has been updated")).toBeVisible();
    await page.goto("/purchase/pro");
    await waitForCheckout(page);
    await payWith(page, CARDS.pays);
    await expect(page.getByText("You are now subscribed to the pro plan")).toBeVisible();
    await expect(row(page, "Renamed")).toBeVisible();
    expect(reports).toEqual([]);
  });
}
