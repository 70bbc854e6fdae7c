/** The list of items on the dashboard, as tests find and fill it. */
import type { Locator, Page } from "@playwright/test";

export const EMPTY = "Nothing yet. Click the button to add your first item.";
export const UPGRADE = "You must upgrade to the pro or business plan to use this feature";

/** The list itself, without the shelf of featured items. */
const list = (page: Page) => page.getByRole("list", { name: "Your items" });

export function row(page: Page, name: string): Locator {
  return list(page).getByRole("listitem").filter({ hasText: name });
}

/** The names on the page, in its order. */
export function names(page: Page): Promise<string[]> {
  return list(page).getByRole("listitem").locator("bdi").allTextContents();
}

/** Names that sort as they count. */
export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Item ${String(index + 1).padStart(3, "0")}`);
}
