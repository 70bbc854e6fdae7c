/**
 * A page of items as one text, which is how the dashboard hands it to the browser: the router writes a text
 * at once, but fifty objects and their dates one value after the other.
 */
import type { Item, ItemPage } from "./item";

/** An item in JSON, as short as it gets; the time in milliseconds, as exact as the table's. */
export type JsonItem = readonly [id: string, name: string, featured: boolean, createdAt: number];

export interface ItemPageText {
  /** A JSON list of `JsonItem`. */
  readonly items: string;
  readonly next: string | null;
}

export function readJsonItem([id, name, featured, createdAt]: JsonItem): Item {
  return { id, name, featured, createdAt: new Date(createdAt) };
}

export function encodeItemPage({ items, next }: ItemPage): ItemPageText {
  const rows = items.map(({ id, name, featured, createdAt }): JsonItem => {
    return [id, name, featured, createdAt.getTime()];
  });
  return { items: JSON.stringify(rows), next };
}

/** The page that `encodeItemPage` made the text of. */
export function decodeItemPage({ items, next }: ItemPageText): ItemPage {
  const rows: readonly JsonItem[] = JSON.parse(items);
  return { items: rows.map(readJsonItem), next };
}
