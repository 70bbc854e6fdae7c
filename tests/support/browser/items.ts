/** Helpers for the item list on the dashboard. */
import type { Locator, Page } from "@playwright/test";

export const EMPTY = "Nothing yet. Click the button to add your first item.";

const list = (page: Page) => page.getByRole("list", { name: "Your items" });

export function row(page: Page, name: string): Locator {
  return list(page).getByRole("listitem").filter({ hasText: name });
}

/** The button in an item's row that opens the form. */
export function nameButton(page: Page, name: string): Locator {
  return row(page, name).getByTitle("Edit");
}

export const bin = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Delete ${name}` });

export const dialog = (page: Page): Locator => page.getByRole("dialog");

export const search = (page: Page): Locator => page.getByLabel("Search items");

/** The item names in page order. */
export function names(page: Page): Promise<string[]> {
  return list(page).getByRole("listitem").locator("bdi").allTextContents();
}

/** Numbered names that sort alphabetically. */
export function makeItemNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Item ${String(index + 1).padStart(3, "0")}`);
}

/** Adds items with the form. */
export async function add(page: Page, ...itemNames: readonly string[]): Promise<void> {
  for (const name of itemNames) {
    await page.getByLabel("New item").fill(name);
    await page.getByLabel("New item").press("Enter");
  }
}

/** Pauses data requests (optionally of one method) until `release` continues or aborts them. */
export async function holdDataRequests(page: Page, method?: "GET" | "POST") {
  let release = (_: "continue" | "abort" = "continue") => {};
  const released = new Promise<"continue" | "abort">((resolve) => {
    release = (action = "continue") => resolve(action);
  });
  await page.route(/\.data/, async (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    await route[await released]();
  });
  return { release };
}
