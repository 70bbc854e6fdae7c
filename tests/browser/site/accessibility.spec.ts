/** Accessibility of the public pages in use: reduced motion and keyboard. */
import { expect, test } from "../../support/browser/fixtures.ts";

test("there are no animations with reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const animated = await page.evaluate(() => {
    const before = document.getAnimations().length;
    document.documentElement.dataset.theme = "dark";
    return { before, afterANewTheme: document.getAnimations().length };
  });
  expect(animated).toEqual({ before: 0, afterANewTheme: 0 });
});

test("the keyboard reaches everything in order with visible focus, and can skip the menu", async ({
  page,
}) => {
  await page.goto("/contact");
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
  for (const name of ["Pricing", "Send message", "GitHub"]) {
    expect(reached).toContain(name);
  }
  expect(reached.indexOf("Pricing")).toBeLessThan(reached.indexOf("Send message"));
  expect(reached.indexOf("Send message")).toBeLessThan(reached.indexOf("GitHub"));

  await page.goto("/contact");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link").first()).toBeFocused();
});
