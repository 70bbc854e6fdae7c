/** Checks that every page has to pass: axe in both themes, and no sideways scrolling on narrow screens. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./fixtures.ts";

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 640 };

/** What axe finds on the page as it is now, one line per rule. */
export async function findViolations(page: Page): Promise<string[]> {
  // Not by way of @axe-core/playwright, which returns all that passed too, and takes three times as long.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    const found = await window.axe?.run({ runOnly: tags, resultTypes: ["violations"] });
    if (!found) throw new Error("axe has not loaded");
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`,
    );
  }, WCAG);
}

/** CSS pixels by which the page scrolls horizontally, measured once its web font has loaded. */
export function getHorizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return document.documentElement.scrollWidth - window.innerWidth;
  });
}

/**
 * Runs axe in the light theme on a desktop and in the dark theme on a phone, then checks the width at 320 px.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const { viewport, colorScheme } of [
    { viewport: DESKTOP, colorScheme: "light" },
    { viewport: PHONE, colorScheme: "dark" },
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), `${viewport.width} px, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize(NARROWEST);
  expect(await getHorizontalOverflow(page), "320 px").toBeLessThanOrEqual(0);
}

/** The words of visible headings and buttons that are broken over two lines. */
function findBrokenWords(page: Page): Promise<string[]> {
  return page.locator("main :is(h1, h2, h3, button)").evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .flatMap((element) => {
        const words: string[] = [];
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(
            /(?<!\p{L})\p{L}{2,20}(?!\p{L})/gu,
          )) {
            const range = new Range();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1)
              words.push(word);
          }
        }
        return words;
      }),
  );
}

/**
 * Doubles the text size of the current page on a phone and checks that nothing overflows (WCAG 1.4.4), no
 * word of a heading or button is broken, and each field has room for a few words.
 */
export async function expectToFitAtDoubleTextSize(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  expect(await getHorizontalOverflow(page), "text at 200 %").toBeLessThanOrEqual(0);
  expect(await findBrokenWords(page), "broken at 200 %").toEqual([]);
  for (const field of await page.locator("main .control:visible").all())
    expect((await field.boundingBox())?.width, "field at 200 %").toBeGreaterThan(200);
}
