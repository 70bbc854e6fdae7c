/** Menus, scrolling and the theme switch of the public pages. */
import { devices, type Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const PHONE = devices["Pixel 7"].viewport;

function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

/** Follows the link to a part of the page, and says at which heights a frame was drawn. */
async function stopsOnTheWay(page: Page, link: string): Promise<number[]> {
  const stops = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const heights: number[] = [];
        addEventListener("scroll", () => heights.push(Math.round(scrollY)));
        addEventListener("scrollend", () => resolve([...new Set(heights)]), { once: true });
      }),
  );
  await page.getByRole("link", { name: link }).click();
  return stops;
}

test.describe("the guests' menu", () => {
  test("is a bar on a wide screen, with both showcases under Products", async ({ page }) => {
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Menu", exact: true });
    for (const name of ["Portfolio", "Pricing", "About", "FAQ", "Contact"]) {
      await expect(menu.getByRole("link", { name })).toBeVisible();
    }
    await expect(menu.getByRole("link", { name: "POFlow" })).toBeHidden();
    await menu.getByRole("button", { name: "Products" }).click();
    await expect(menu.getByRole("link", { name: "broodbook" })).toBeVisible();
    await menu.getByRole("link", { name: "POFlow" }).click();
    await expect(page).toHaveURL(/\/poflow$/);
  });

  test("has the way in beside it, in one row, on every width", async ({ page }) => {
    for (const width of [320, 360, 375, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/");
      const banner = page.getByRole("banner");
      const signIn = banner.getByRole("link", { name: "Sign in" });
      await expect(signIn).toBeVisible();
      await expect(signIn).toHaveAttribute("href", "/auth/signin");
      expect((await banner.boundingBox())?.height, `${width} px`).toBeLessThan(80);
    }
  });

  test("closes its sub-menu on Escape and on a click elsewhere", async ({ page }) => {
    await page.goto("/");
    const products = page.getByRole("button", { name: "Products" });
    const poflow = page.getByRole("banner").getByRole("link", { name: "POFlow" });
    await products.focus();
    await page.keyboard.press("Enter");
    await expect(poflow).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(poflow).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(poflow).toBeHidden();
    await products.click();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(poflow).toBeHidden();
  });

  test("opens behind its button on a phone and leads on by touch", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true, baseURL });
    const page = await context.newPage();
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Menu", exact: true });
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).tap();
    await menu.getByRole("link", { name: "POFlow" }).tap();
    await expect(page).toHaveURL(/\/poflow$/);
    await context.close();
  });

  test("closes on Escape and hands the focus back", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/");
    const button = page.getByRole("button", { name: "Menu" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Portfolio" }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("navigation", { name: "Menu", exact: true })).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test.describe("scrolling", () => {
  test("'Get Started' glides to the features", async ({ page }) => {
    await page.goto("/");
    const stops = await stopsOnTheWay(page, "Get Started");
    expect(stops.length).toBeGreaterThan(1);
    await expect(page).toHaveURL(/#features$/);
    await expect(page.locator("#features h2")).toBeInViewport();
  });

  test("goes there at once for whoever prefers less motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    const stops = await stopsOnTheWay(page, "Get Started");
    expect(stops).toHaveLength(1);
    expect(stops[0]).toBeGreaterThan(200);
  });

  test("starts every page at the top, and back and forward restore it", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
    await expect(page).toHaveURL(/\/faq$/);
    expect(await scrollTop(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(800);
    await page.goForward();
    await expect(page).toHaveURL(/\/faq$/);
    await expect.poll(() => scrollTop(page)).toBe(0);
  });

  test("starts at the top after a navigation inside React, too", async ({ page }) => {
    await page.goto("/auth/signin");
    await page.locator("html[data-hydrated]").waitFor();
    await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await expect(page.getByRole("article")).toHaveCount(2);
    expect(await scrollTop(page)).toBe(0);
  });
});

test.describe("the theme", () => {
  const background = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test("follows the system", async ({ page }) => {
    await page.goto("/");
    const light = await background(page);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await background(page)).not.toBe(light);
  });

  test("stays switched on the next page, from its first paint", async ({ page }) => {
    await page.goto("/");
    const light = await background(page);
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    const dark = await background(page);
    expect(dark).not.toBe(light);
    // The theme is set in the head, before there is a body to paint.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const { dataset } = document.documentElement;
        if (document.body) dataset.themeAtBody ??= dataset.theme ?? "none";
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto("/about");
    await expect(page.locator("html")).toHaveAttribute("data-theme-at-body", "dark");
    expect(await background(page)).toBe(dark);
  });

  test("colours the browser's own bars, too", async ({ page }) => {
    const barColours = () =>
      page
        .locator('meta[name="theme-color"]')
        .evaluateAll((metas) =>
          metas
            .filter((meta) => meta instanceof HTMLMetaElement && matchMedia(meta.media).matches)
            .map((meta) => meta.getAttribute("content")),
        );
    await page.goto("/");
    const light = await barColours();
    expect(light).toHaveLength(1);
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    const dark = await barColours();
    expect(dark).toHaveLength(1);
    expect(dark).not.toEqual(light);
    await page.goto("/about");
    expect(await barColours()).toEqual(dark);
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    expect(await barColours()).toEqual(light);
  });

  test("follows the system again once it is switched back", async ({ page }) => {
    await page.goto("/");
    const button = page.getByRole("button", { name: "Switch between light and dark" });
    await button.click();
    await button.click();
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  });
});
