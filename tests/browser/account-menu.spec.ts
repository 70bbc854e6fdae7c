/** The menu of somebody who is signed in. */
import { createAccount, expect, signIn, test } from "../support/fixtures.ts";

test("leads to the dashboard and the settings, and signs out", async ({ page, email }) => {
  await createAccount(email);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  const open = () => page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  const menu = page.getByRole("navigation", { name: "Account" });

  await open();
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(/\/settings\/general$/);
  await open();
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await open();
  await menu.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Account" })).toHaveCount(0);
});

test("stands on public pages too, and takes one line on the narrowest phone", async ({
  page,
  email,
}) => {
  await createAccount(email);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/dashboard", "/", "/contact"]) {
    await page.goto(path);
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("button", { name: "Account" })).toBeVisible();
    await expect(banner.getByRole("link", { name: "Selvedge" })).toBeVisible();
    expect((await banner.boundingBox())?.height).toBeLessThan(80);
  }
});
