/** An item as its owner sees it. */
export interface Item {
  readonly id: string;
  readonly name: string;
  readonly featured: boolean;
  readonly createdAt: Date;
}

/** A place in the list: newest first, and by id where two items share a millisecond. */
export type ItemPosition = Pick<Item, "id" | "createdAt">;

/** Some items in order, and where the older ones begin; `next` is null at the end of the list. */
export interface ItemPage {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** What the resource routes of items answer; `message` is for people. */
export type ItemAnswer<Found> =
  | ({ readonly status: "success" } & Found)
  | { readonly status: "error"; readonly message: string };

/** Said of every item that is not there, whether it never was, is gone, or is someone else's. */
export const GONE_MESSAGE = "This item no longer exists";

/** Said when the plan does not cover featured items. */
export const UPGRADE_MESSAGE = "You must upgrade to the pro or business plan to use this feature";

/** The order of the list, as the database sorts it. */
export function isOlder(item: ItemPosition, than: ItemPosition): boolean {
  const difference = item.createdAt.getTime() - than.createdAt.getTime();
  return difference < 0 || (difference === 0 && item.id < than.id);
}

/** The id of an item's element in the page. */
export function itemElementId(id: string): string {
  return `item-${id}`;
}

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

const DAY_MS = 24 * 60 * 60_000;
let latest = { day: Number.NaN, text: "" };

/**
 * The day in UTC, so that server and browser write the same. The latest one is kept, because items in a
 * row are often of one day and the format is slow.
 */
export function formatDay(date: Date): string {
  const day = Math.floor(date.getTime() / DAY_MS);
  if (day !== latest.day) latest = { day, text: dayFormat.format(date) };
  return latest.text;
}
