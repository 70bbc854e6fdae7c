/** Parts of a page that are fetched when they are first wanted, and what happens when they cannot be. */
import type { Route } from "@playwright/test";
import { expect, openHydrated, test } from "../support/fixtures.ts";

/** With the rules of a form, whichever it is. */
const VALIDATION = "**/assets/parse-form-*";

test.describe("a form", () => {
  test("is checked before it is sent", async ({ page }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await openHydrated(page, "/auth/signin");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Please enter an email")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    expect(sent).toEqual([]);
  });

  for (const [how, fail] of [
    ["cannot be fetched", (route: Route) => route.abort()],
    ["take too long", () => new Promise<never>(() => {})],
  ] as const) {
    test(`whose checks ${how} is checked by the server`, async ({ page }) => {
      await page.route(VALIDATION, fail);
      await openHydrated(page, "/auth/signin");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByText("Please enter an email")).toBeVisible();
    });
  }
});
