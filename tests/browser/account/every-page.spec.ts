/**
 * What holds for every page of the account area: its script budget, axe, narrow screens, large text, very
 * long words.
 */
import { expectAccountPage, LONG } from "../../support/browser/account-page.ts";
import { test } from "../../support/browser/accounts.ts";
import { expect } from "../../support/browser/fixtures.ts";
import { expectHydratedWithinBudget } from "../../support/browser/page-weight.ts";
import { listAccountExamples, ROW_ID } from "../../support/routes/route-table.ts";

const DESKTOP = { width: 1280, height: 800 };
const NARROWEST = { width: 320, height: 640 };
/** The billing page leads to Stripe or to the plans; an unknown section is the general one. */
const ELSEWHERE = ["/settings/billing", "/settings/anything"];
const EXAMPLES = listAccountExamples();
const OPEN = EXAMPLES.filter(({ isRestricted }) => !isRestricted).map(({ path }) => path);
const PAGES = [...OPEN, "/auth/reauthenticate"].filter((path) => !ELSEWHERE.includes(path));

test.beforeEach(({ person }) => person.rename(LONG));

for (const path of PAGES) {
  test(`${path} is light, passes axe in both themes, and fits narrow screens and large text`, async ({
    page,
    person,
  }) => {
    // The purchase page must not leave for Stripe.
    await page.route("**/purchase/*.data*", (route) => route.abort());
    expectHydratedWithinBudget(await expectAccountPage(page, path.replace(ROW_ID, person.id)));
  });
}

test("a page whose handle says that it is restricted opens for no other account", async ({
  page,
  person,
}) => {
  for (const { path } of EXAMPLES.filter(({ isRestricted }) => isRestricted)) {
    const response = await page.goto(path.replace(ROW_ID, person.id));
    expect.soft([403, 404], path).toContain(response?.status());
  }
});

test("in forced-colors mode, the current section stands out", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/settings/password");
  const color = (name: string) =>
    page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name, exact: true })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await color("Password")).not.toBe(await color("General"));
});

test("a narrow phone shows all settings tabs, and a header that is sticky unless it takes a quarter", async ({
  page,
}) => {
  await page.goto("/settings/general");
  const banner = page.getByRole("banner");
  for (const { viewport, position } of [
    { viewport: DESKTOP, position: "sticky" },
    { viewport: NARROWEST, position: "sticky" },
    { viewport: { width: 320, height: 256 }, position: "static" },
  ]) {
    await page.setViewportSize(viewport);
    await expect(banner).toHaveCSS("position", position);
  }
  await page.setViewportSize({ width: 375, height: 640 });
  const { height } = (await banner.boundingBox()) ?? {};
  // The width of a classic scrollbar.
  await page.evaluate(() => {
    document.body.style.marginInlineEnd = "15px";
  });
  expect((await banner.boundingBox())?.height, "one line").toBe(height);
  await page.setViewportSize(NARROWEST);
  const tabs = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  const sections = EXAMPLES.map(({ pattern }) => pattern).filter((pattern) =>
    /^\/settings\/[^:]+$/.test(pattern),
  );
  const shown = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(shown.toSorted()).toEqual(sections.toSorted());
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
});
