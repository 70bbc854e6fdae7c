/** The list of items on the dashboard, as tests find and fill it. */
import type { Locator, Page } from "@playwright/test";

export const EMPTY = "Nothing yet. Click the button to add your first item.";
export const UPGRADE = "You must upgrade to the pro or business plan to use this feature";

/** The list itself, without the shelf of featured items. */
const list = (page: Page) => page.getByRole("list", { name: "Your items" });

export function row(page: Page, name: string): Locator {
  return list(page).getByRole("listitem").filter({ hasText: name });
}

/** The name of an item in its row, which opens the form. */
export function nameButton(page: Page, name: string): Locator {
  return row(page, name).getByTitle("Edit");
}

/** The names on the page, in its order. */
export function names(page: Page): Promise<string[]> {
  return list(page).getByRole("listitem").locator("bdi").allTextContents();
}

/** Names that sort as they count. */
export function makeItemNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Item ${String(index + 1).padStart(3, "0")}`);
}

/** Types into the field that adds, and presses Enter. */
export async function add(page: Page, ...added: readonly string[]): Promise<void> {
  for (const name of added) {
    await page.getByLabel("New item").fill(name);
    await page.getByLabel("New item").press("Enter");
  }
}

/** Holds back requests for data, of this method where one is given, until `release` lets them go on or fails them. */
export async function holdDataRequests(page: Page, method?: "GET" | "POST") {
  let release = (_: "continue" | "abort" = "continue") => {};
  const released = new Promise<"continue" | "abort">((resolve) => {
    release = (how = "continue") => resolve(how);
  });
  await page.route(/\.data/, async (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    await route[await released]();
  });
  return { release };
}
