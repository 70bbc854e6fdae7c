/** Forms on a page that the browser translates. The shape of code that breaks: app/ui/bare-text.test.ts. */
import type { Page } from "@playwright/test";
import { test as base } from "../../support/browser/accounts.ts";
import { expect, openHydrated, PASSWORD, whenSubmitted } from "../../support/browser/fixtures.ts";
import { add, bin, makeItemNames, nameButton, row, search } from "../../support/browser/items.ts";

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

const test = base.extend({
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.addInitScript(translate);
    await use(page);
    await expect(page.locator("main font").first()).toBeAttached();
    expect(errors).toEqual([]);
  },
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a user works on the dashboard", async ({ page, person }) => {
  await person.addItems(makeItemNames(26));
  await openHydrated(page, "/dashboard");
  const saved = whenSubmitted(page);
  await add(page, "Aple");
  await expect(page.getByLabel("New item")).toBeFocused();
  await saved;
  await nameButton(page, "Aple").click();
  await page.getByRole("dialog").getByLabel("Name").fill("Apple");
  const reread = page.waitForResponse(
    (response) => response.request().method() === "GET" && response.url().includes(".data"),
  );
  await button(page, "Save").press("Enter");
  await expect(row(page, "Apple")).toBeVisible();
  await reread;
  await button(page, "Featured: Apple").press("Enter");
  await expect(page.getByRole("alert")).toContainText("You must upgrade");
  await bin(page, "Apple").press("Enter");
  await expect(nameButton(page, "Item 026")).toBeFocused();
  const restored = whenSubmitted(page);
  await button(page, "Undo").press("Enter");
  await expect(nameButton(page, "Apple")).toBeFocused();
  await restored;
  await page.getByRole("link", { name: "Older items" }).press("Enter");
  await expect(row(page, "Item 001")).toBeVisible();
  await search(page).pressSequentially("item 02");
  await expect(page.getByText("7 items found", { exact: true })).toBeVisible();
  await expect(search(page)).toBeFocused();
});

base(
  "what is typed before React runs is kept, also in a page that is translated by then",
  async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/auth/signin", { waitUntil: "commit" });
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("Email").fill("ann@example.com");
    await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
      heading.innerHTML = "<font>Anmelden</font>";
    });
    release();
    await page.locator("html[data-hydrated]").waitFor();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    await expect(page.getByLabel("Password")).toHaveValue(PASSWORD);
    await expect(page.getByLabel("Email")).toHaveValue("ann@example.com");
    await expect(page.getByLabel("Email")).toBeFocused();
  },
);
