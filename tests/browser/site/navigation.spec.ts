/** Menus, scrolling and theme of the public pages. */
import { devices, type Page } from "@playwright/test";
import { studioLinks } from "../../../app/content/navigation.ts";
import { findViolations } from "../../support/browser/accessibility.ts";
import { expect, openHydrated, test } from "../../support/browser/fixtures.ts";

function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

test.describe("the guest menu", () => {
  test("is a bar on a wide screen, with the sign-in link in its row at every width", async ({
    page,
  }) => {
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Menu", exact: true });
    for (const { label } of studioLinks) {
      await expect(menu.getByRole("link", { name: label })).toBeVisible();
    }
    for (const width of [320, 360, 375, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const banner = page.getByRole("banner");
      const signIn = banner.getByRole("link", { name: "Sign in" });
      await expect(signIn).toBeVisible();
      await expect(signIn).toHaveAttribute("href", "/auth/signin");
      expect((await banner.boundingBox())?.height, `${width} px`).toBeLessThan(80);
    }
  });

  test("marks the page that is shown, and the submenu it is in", async ({ page }) => {
    const menu = page.getByRole("navigation", { name: "Menu", exact: true });
    const marked = menu.locator("[aria-current=page]");
    await page.goto("/pricing");
    await expect(marked).toHaveText(["Pricing"]);
    await expect(marked).toHaveCSS("text-decoration-line", "underline");
    await page.goto("/poflow");
    await expect(marked).toHaveText(["POFlow"]);
    const products = menu.getByRole("button", { name: "Products" });
    await expect(products).toHaveCSS("text-decoration-line", "underline");
    await page.goto("/");
    await expect(marked).toHaveCount(0);
  });

  test.describe("on a phone", () => {
    test.use({ viewport: devices["Pixel 7"].viewport, hasTouch: true });

    test("opens from its button, works by keyboard and touch, and passes axe", async ({ page }) => {
      await page.goto("/");
      const menu = page.getByRole("navigation", { name: "Menu", exact: true });
      const button = page.getByRole("button", { name: "Menu" });
      await expect(menu).toBeHidden();
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(menu).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
      await expect(button).toBeFocused();

      await button.tap();
      await menu.getByRole("link", { name: "Contact" }).tap();
      await expect(page).toHaveURL(/\/contact$/);
    });
  });
});

test("every page starts at the top, also by client navigation; back and forward restore it", async ({
  page,
}) => {
  await page.goto("/legal/privacy-policy");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL(/\/contact$/);
  expect(await scrollTop(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(800);
  await page.goForward();
  await expect(page).toHaveURL(/\/contact$/);
  await expect.poll(() => scrollTop(page)).toBe(0);

  await openHydrated(page, "/auth/signin");
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("article")).toBeVisible();
  expect(await scrollTop(page)).toBe(0);
});

test("offline, a link to a page that was not loaded keeps the open page and says so", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await context.setOffline(true);
  await page.getByRole("banner").getByRole("link", { name: "Pricing" }).click();
  await expect(page.getByRole("alert")).toHaveText("You’re offline.");
  await expect(page).toHaveURL("/");
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL("/#features");
  await context.setOffline(false);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("banner").getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL("/pricing");
});

test("a browser that wrongly says it is offline follows links", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { value: false }));
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL("/pricing");
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test("the theme follows the system, until it is switched: from first paint of the next page", async ({
  page,
}) => {
  const look = () =>
    page.evaluate(() => ({
      background: getComputedStyle(document.body).backgroundColor,
      bar: Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    }));
  const toggle = page.getByRole("button", { name: "Switch between light and dark" });
  await page.goto("/");
  const light = await look();
  expect(light.bar).toHaveLength(1);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await look();
  expect(dark.background).not.toBe(light.background);
  expect(dark.bar).not.toEqual(light.bar);
  await page.emulateMedia({ colorScheme: "light" });
  await toggle.click();
  expect(await look()).toEqual(dark);
  // The theme is set in the head, before the body is painted.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const { dataset } = document.documentElement;
      if (document.body) dataset.themeAtBody ??= dataset.theme ?? "none";
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/contact");
  await expect(page.locator("html")).toHaveAttribute("data-theme-at-body", "dark");
  expect(await look()).toEqual(dark);
  await toggle.click();
  expect(await look()).toEqual(light);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});
