import type { Page } from "@playwright/test";

/** Pixels of horizontal overflow after the web font has loaded: its widths differ from the fallback's. */
export function getHorizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return document.documentElement.scrollWidth - window.innerWidth;
  });
}
