/** An item as its owner sees it. */
export interface Item {
  readonly id: string;
  readonly name: string;
  readonly featured: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A place in the list: newest first, and by id where two items share a millisecond. */
export type ItemPosition = Pick<Item, "id" | "createdAt">;

/** Some items in order, and where the older ones begin; `next` is null at the end of the list. */
export interface ItemPage {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export const ITEMS_PER_PAGE = 25;

/** The longest name, in characters; the table has the same bound. */
export const NAME_MAX = 200;

/**
 * True for a name with something to see: spaces, controls and what Unicode calls "default ignorable" leave a row
 * blank, and so does the empty braille pattern. The table has the same rule (`items_name_visible`).
 */
export function hasVisibleText(name: string): boolean {
  return /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name);
}

/** How many featured items stand above the list; the filter shows the rest. */
export const MAX_FEATURED_SHOWN = 6;

/** The most items that one form changes: the form that brings them back has to fit into a request. */
export const MAX_SELECTED = 100;

/** Found items are counted up to here; "more than that" says enough, and costs no more. */
export const COUNT_LIMIT = 1_000;

/** The most pages that are shown at once; older items have a page to themselves. */
export const MAX_PAGES = 8;

/** For a name without anything to see. */
export const NO_NAME_MESSAGE = "Please enter a name";

/** For an item that never existed, was deleted, or belongs to someone else: all three look the same. */
export const GONE_MESSAGE = "This item no longer exists";

/** For an owner of as many items as the database takes (`items_owner_limit`). */
export const FULL_MESSAGE =
  "Your list is full: it holds 10,000 items. Delete some that you no longer need, then try again.";

/** For a user whose plan does not cover featured items. */
export const UPGRADE_MESSAGE = "You must upgrade to the pro or business plan to use this feature";

/** True when `item` comes after `other` in the list, as the database sorts it. */
export function isOlder(item: ItemPosition, other: ItemPosition): boolean {
  const difference = item.createdAt - other.createdAt;
  return difference < 0 || (difference === 0 && item.id < other.id);
}

const numbers = new Intl.NumberFormat("en-US");

/** A number of items in words. */
export function formatItemCount(count: number): string {
  return count === 1 ? "1 item" : `${numbers.format(count)} items`;
}

/** One item by its name, several by their number. */
export function describeItems(items: readonly Pick<Item, "name">[]): string {
  const [only] = items;
  return only && items.length === 1 ? `“${only.name}”` : formatItemCount(items.length);
}

/** The day of a time in epoch milliseconds, in a time zone by its IANA name. */
export function formatDay(time: number, timeZone = "UTC"): string {
  return getDayFormat(timeZone).format(time);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs more than using it, so each is kept. */
function getDayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone });
  formats.set(timeZone, made);
  return made;
}
