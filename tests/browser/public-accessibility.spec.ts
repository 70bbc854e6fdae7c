/** Accessibility of the public pages: axe, keyboard, narrow screens, large text. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "../support/fixtures.ts";
import { getHorizontalOverflow } from "../support/horizontal-overflow.ts";
import { VISITOR_PATHS } from "../support/public-pages.ts";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 640 };

for (const path of VISITOR_PATHS) {
  test(`axe finds nothing on ${path}, light and dark, phone and desktop`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const viewport of [DESKTOP, PHONE]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await page.goto(path);
        for (const details of await page.locator("main details").all()) {
          await details.locator("summary").click();
        }
        const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join()}`,
        );
        expect(found, `${viewport.width} px, ${colorScheme}`).toEqual([]);
      }
    }
  });

  test(`${path} does not scroll sideways at 320 px, nor with text at 200 %`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(NARROWEST);
    await page.goto(path);
    expect(await getHorizontalOverflow(page)).toBeLessThanOrEqual(0);

    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      expect(await getHorizontalOverflow(page), `${viewport.width} px`).toBeLessThanOrEqual(0);
    }
  });
}

test("nothing moves or fades for whoever prefers less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const animated = await page.evaluate(() => {
    const before = document.getAnimations().length;
    document.documentElement.dataset.theme = "dark";
    return { before, afterANewTheme: document.getAnimations().length };
  });
  expect(animated).toEqual({ before: 0, afterANewTheme: 0 });
});

test("the open menus have no fault either", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto("/");
    const button = viewport === PHONE ? "Menu" : "Products";
    await page.getByRole("button", { name: button }).click();
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
});

test("a form with its errors shown has no fault either", async ({ page }) => {
  // A button that is between two colours has neither contrast.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Please enter your name")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
});

test("the keyboard reaches everything in order, visibly, with the skip link first", async ({
  page,
}) => {
  await page.goto("/poflow");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  const reached: string[] = [];
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      return { name, isVisible: outlineStyle !== "none" && outlineWidth !== "0px" };
    });
    if (!focus) break;
    expect(focus.isVisible, `focus on ${focus.name}`).toBe(true);
    reached.push(focus.name);
  }
  for (const name of ["Portfolio", "Products", "Previous slide", "Get in Touch", "GitHub"]) {
    expect(reached).toContain(name);
  }
  expect(reached.indexOf("Portfolio")).toBeLessThan(reached.indexOf("Previous slide"));
  expect(reached.indexOf("Previous slide")).toBeLessThan(reached.indexOf("GitHub"));
});

test("the skip link leads past the menu", async ({ page }) => {
  await page.goto("/about");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Get in Touch" })).toBeFocused();
});
