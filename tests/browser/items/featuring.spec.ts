/** The list of featured items; the plan that featuring takes is tested in billing/dashboard.spec.ts. */
import type { Page } from "@playwright/test";
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated, whenSubmitted } from "../../support/browser/fixtures.ts";
import { dialog, featured, makeItemNames, names } from "../../support/browser/items.ts";

const star = (page: Page, name: string) => page.getByRole("button", { name: `Featured: ${name}` });

test.beforeEach(({ person: _ }) => {});

test("lists featured items first, newest on top, and keeps their places in the list", async ({
  page,
  person,
}) => {
  const rest = makeItemNames(5);
  await person.addItems([...rest.toReversed(), "One", "Two", "Three"]);
  await person.subscribe("pro");
  await openHydrated(page, "/dashboard");
  await expect(featured(page)).toBeHidden();
  for (const name of ["One", "Three"]) {
    const saved = whenSubmitted(page);
    await star(page, name).click();
    await saved;
    await expect(featured(page)).toContainText(name);
  }
  await expect(featured(page).locator("bdi")).toHaveText(["Three", "One"]);
  expect(await names(page)).toEqual(["Three", "Two", "One", ...rest]);
  await page.reload();
  await expect(star(page, "One")).toHaveAttribute("aria-pressed", "true");
  await page.locator("html[data-hydrated]").waitFor();
  await featured(page).getByRole("button", { name: "Three" }).click();
  await expect(dialog(page).getByLabel("Name")).toHaveValue("Three");
  await page.keyboard.press("Escape");
  await star(page, "Three").click();
  await expect(featured(page).locator("bdi")).toHaveText(["One"]);
  await page.getByRole("link", { name: "Featured", exact: true }).click();
  await expect(page).toHaveURL(/\?show=featured$/);
  await expect.poll(() => names(page)).toEqual(["One"]);
});
