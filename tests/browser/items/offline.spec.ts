/** What is typed on the pages of the account area while the browser is offline. */
import type { Page } from "@playwright/test";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { add, test } from "../../support/browser/items.ts";

const link = (page: Page, name: string) => page.getByRole("link", { name }).last();
const offlineNotice = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "You’re offline." });

/** Follows a link that cannot be reached, and waits for the notice. */
async function followOffline(page: Page, name: string): Promise<void> {
  const probed = page.waitForEvent("requestfailed", (request) => request.method() === "HEAD");
  await link(page, name).click();
  await probed;
  await expect(offlineNotice(page)).toBeVisible();
}

for (const width of [390, 1280]) {
  test(`offline, a link keeps an item that may not have arrived, ${width} px wide`, async ({
    page,
    context,
    person,
    addItems,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await addItems(person, ["Other"]);
    await openHydrated(page, "/dashboard");
    const field = page.getByLabel("New item");
    await context.setOffline(true);
    await add(page, "Written offline");
    await expect(field).toHaveAccessibleDescription(/^We don’t know whether this worked\./);
    await followOffline(page, "Settings");
    await expect(field).toHaveValue("Written offline");
    // One notice, although the page could not be read again.
    const outOfDate = page.getByText("We couldn’t refresh this page");
    await expect(outOfDate).toBeAttached();
    await expect(outOfDate).toBeHidden();
    await expect(page).toHaveURL("/dashboard");
    await context.setOffline(false);
    await expect(offlineNotice(page)).toHaveCount(0);
    await expect(outOfDate).toHaveCount(0);
    await expect(field).toHaveValue("Written offline");
    await field.press("Enter");
    await expect(page.getByRole("button", { name: "Delete Written offline" })).toBeVisible();
    await link(page, "Settings").click();
    await expect(page).toHaveURL("/settings/general");
  });
}

test("offline, a link keeps what is typed also where the other page is saved", async ({
  page,
  context,
  person,
}) => {
  await openHydrated(page, "/dashboard");
  await expect(page.getByRole("main").getByText(person.email)).toBeVisible();
  await link(page, "Settings").click();
  const name = page.getByLabel("Name");
  await expect(name).toBeVisible();
  await context.setOffline(true);
  await name.fill("Typed");
  await followOffline(page, "Dashboard");
  await expect(name).toHaveValue("Typed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("We don’t know whether this worked.")).toBeVisible();
  await followOffline(page, "Dashboard");
  await expect(page).toHaveURL("/settings/general");
  await expect(name).toHaveValue("Typed");
  await context.setOffline(false);
  await expect(offlineNotice(page)).toHaveCount(0);
  await expect(name).toHaveValue("Typed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
});
