/** Prefetching. */
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";

test("a public page prefetches a link on hover, never one of the account area", async ({
  page,
}) => {
  await page.goto("/legal/privacy-policy");
  const prefetched = page.waitForRequest(
    (request) => request.url().endsWith("/contact") && request.resourceType() !== "image",
  );
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).hover();
  expect((await prefetched).headers()["sec-purpose"]).toMatch(/^prefetch/);
  const rules = await page.locator("script[type=speculationrules]").textContent();
  for (const path of ["/dashboard", "/settings", "/purchase", "/auth", "/*"]) {
    expect(rules).not.toContain(`"${path}`);
  }
});

test("the router's prefetch loads code but no data", async ({ page, person: _ }) => {
  await openHydrated(page, "/dashboard");
  const code = page.waitForRequest(/\/assets\/general-[^/]*\.js$/);
  // The loader cache loads the data itself, a little later.
  const data = page.waitForResponse(/\/settings\/general\.data(?!.*ahead)/);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Settings" }).hover();
  await code;
  expect((await data).status()).toBe(204);
  expect((await data).headers()["server-timing"]).not.toContain("database");

  await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("Name")).toBeVisible();
});
