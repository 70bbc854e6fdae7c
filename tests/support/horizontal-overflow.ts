import type { Page } from "@playwright/test";

/** Pixels by which the page can be scrolled sideways, once its font is there: it is not as wide as its stand-in. */
export function getHorizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return document.documentElement.scrollWidth - window.innerWidth;
  });
}
