/** A browser that translates pages. */
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Replaces text nodes by elements, as Chrome does, and again whenever the page changes. */
function translate(): void {
  function translateText() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const parent = text.parentElement;
      if (!text.nodeValue?.trim() || parent?.closest("font, script, style, textarea")) continue;
      const outer = document.createElement("font");
      outer.appendChild(document.createElement("font"));
      outer.firstElementChild?.append(text.nodeValue);
      parent?.replaceChild(outer, text);
    }
  }
  // After React: a translator asks its server first.
  addEventListener("load", () => {
    const isHydrated = () => document.documentElement.dataset.hydrated !== undefined;
    const usesReact = document.querySelector("link[rel=modulepreload]") !== null;
    const timer = setInterval(() => {
      if (usesReact && !isHydrated()) return;
      clearInterval(timer);
      translateText();
      const changes = { childList: true, subtree: true, characterData: true };
      new MutationObserver(translateText).observe(document.body, changes);
    }, 10);
  });
}

/** Translates what `use` opens in `page`, and expects no error of a script. */
export async function translatePage(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(translate);
  await use(page);
  await expect(page.locator("main font").first()).toBeAttached();
  expect(errors).toEqual([]);
}
