export interface Item {
  readonly id: string;
  readonly name: string;
  readonly featured: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Sort key of the list: newest first, then by id within the same millisecond. */
export type ItemPosition = Pick<Item, "id" | "createdAt">;

/** One page of items, and the cursor of the next page: null at the end of the list. */
export interface ItemPage {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export const ITEMS_PER_PAGE = 25;

/** The same limit as the trigger's in `drizzle/migrations/0000_schema.sql`. */
export const MAX_ITEMS = 10_000;

/** The same for items that never existed, were deleted, or belong to another user. */
export const ITEM_GONE = "This item no longer exists";

/** Maximum length of a name in characters; the table has the same limit. */
export const NAME_MAX = 200;

/**
 * True when `item` comes after `other` in the list. Same order as the database (`isBefore` in
 * items.server.ts).
 */
export function isOlderItem(item: ItemPosition, other: ItemPosition): boolean {
  const difference = item.createdAt - other.createdAt;
  return difference < 0 || (difference === 0 && item.id < other.id);
}

/** "1 item", "1,200 items". */
export function formatItemCount(count: number): string {
  return count === 1 ? "1 item" : `${count.toLocaleString("en-US")} items`;
}
