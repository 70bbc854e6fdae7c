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

/** Also a trigger in `drizzle/migrations/0000_schema.sql`. */
export const MAX_ITEMS = 10_000;

export const NAME_REQUIRED = "Please enter a name";

/** The same for items that never existed, were deleted, or belong to another user. */
export const ITEM_GONE = "This item no longer exists";

/** Maximum length of a name in characters; the table has the same limit. */
export const NAME_MAX = 200;

export const NAME_TOO_LONG = `Please use at most ${NAME_MAX} characters`;

/** Counts code points, as the database does; an emoji has a `length` of two. */
export const isShortEnough = (name: string) => Array.from(name).length <= NAME_MAX;

/**
 * False for a name that would render blank: only white space, control characters, Unicode "default ignorable"
 * code points or the empty braille pattern. The table has the same rule (`items_name_visible`).
 */
export function hasVisibleText(name: string): boolean {
  return /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name);
}

/** Maximum items per form: the undo form of a deletion must fit into one request. */
export const MAX_SELECTED = 100;

/** The items of an undo form, from its field `items`; none without it. Only for forms that this page rendered. */
export function parseDeletedItems(field: unknown): readonly Item[] {
  return typeof field === "string" ? JSON.parse(field) : [];
}

/** Matches are counted up to this number, which bounds the cost of the query. */
export const COUNT_LIMIT = 1_000;

/** Maximum pages shown at once; older items are on a separate page. */
export const MAX_PAGES = 8;

/** True when `item` comes after `other` in the list. Same order as the database (`isBefore` in items.server.ts). */
export function isOlderItem(item: ItemPosition, other: ItemPosition): boolean {
  const difference = item.createdAt - other.createdAt;
  return difference < 0 || (difference === 0 && item.id < other.id);
}

/** "1 item", "1,200 items". */
export function formatItemCount(count: number): string {
  return count === 1 ? "1 item" : `${count.toLocaleString("en-US")} items`;
}

/** One item by name, several by count. */
export function describeItems(items: readonly Pick<Item, "name">[]): string {
  const [only] = items;
  return only && items.length === 1 ? `“${only.name}”` : formatItemCount(items.length);
}
