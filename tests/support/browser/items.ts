/** Accounts with items, and helpers for the list on the dashboard. */
import type { Locator, Page } from "@playwright/test";
import { test as base, type Person } from "./accounts.ts";

export const test = base.extend<{
  /** Adds items a second apart, oldest first; returns their ids. */
  addItems: (owner: Pick<Person, "id">, names: readonly string[]) => Promise<string[]>;
}>({
  addItems: async ({ sql }, use) => {
    await use(async ({ id: owner }, names) => {
      const start = Date.now() - names.length * 1_000;
      const rows = names.map((name, index) => ({
        id: crypto.randomUUID(),
        owner,
        name,
        created_at: new Date(start + index * 1_000),
      }));
      await sql`insert into public.items ${sql(rows)}`;
      return rows.map(({ id }) => id);
    });
  },
});

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
