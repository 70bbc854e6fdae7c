/**
 * Cursors: where the next page of items begins. They travel in addresses, so they are opaque and are
 * checked when they come back. They hold nothing that their owner does not see on the page.
 */
import * as v from "valibot";
import type { ItemPosition } from "./item";

/** The last millisecond of the year 9999: the database and JavaScript write later years differently. */
const MAX_TIME = 253_402_300_799_999;

/** An item's `createdAt`: epoch milliseconds, from 1970 on. */
export const timeSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TIME));

const timeTextSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), timeSchema);

const partsSchema = v.tuple([timeTextSchema, v.pipe(v.string(), v.uuid(), v.toLowerCase())]);

/** The cursor that continues after `position`. */
export function encodeCursor({ createdAt, id }: ItemPosition): string {
  const text = btoa(`${createdAt}.${id}`);
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The position in a cursor; undefined for anything that `encodeCursor` does not make. */
export function decodeCursor(cursor: string | null): ItemPosition | undefined {
  if (cursor === null || !/^[\w-]{1,100}$/.test(cursor)) return undefined;
  const parsed = v.safeParse(partsSchema, decodeBase64Url(cursor).split("."));
  if (!parsed.success) return undefined;
  const [createdAt, id] = parsed.output;
  const position = { createdAt, id };
  return encodeCursor(position) === cursor ? position : undefined;
}

function decodeBase64Url(text: string): string {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}
