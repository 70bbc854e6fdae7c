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

/** What the resource routes of items return; `message` is for people. */
export type ItemAnswer<Found> =
  | ({ readonly status: "success" } & Found)
  | { readonly status: "error"; readonly message: string };

export const ITEMS_PER_PAGE = 25;

/** The most pages that one request reads; a longer list goes on in a new document. */
export const MAX_PAGES = 40;

/** For an item that never existed, was deleted, or belongs to someone else: all three look the same. */
export const GONE_MESSAGE = "This item no longer exists";

/** For a user whose plan does not cover featured items. */
export const UPGRADE_MESSAGE = "You must upgrade to the pro or business plan to use this feature";

/** True when `item` comes after `other` in the list, as the database sorts it. */
export function isOlder(item: ItemPosition, other: ItemPosition): boolean {
  const difference = item.createdAt - other.createdAt;
  return difference < 0 || (difference === 0 && item.id < other.id);
}

/** The id of an item's element in the page. */
export function itemElementId(id: string): string {
  return `item-${id}`;
}

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** The day of a time in epoch milliseconds; in UTC, so that server and browser write the same. */
export function formatDay(time: number): string {
  return dayFormat.format(time);
}
