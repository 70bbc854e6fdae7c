/**
 * Pagination cursors of the item list: opaque in URLs, validated when decoded. They contain only the time and id of
 * an item that their owner can see.
 */
import * as v from "valibot";
import type { ItemPosition } from "./item";

/** The last millisecond of year 9999: Postgres and JavaScript format later years differently. */
const MAX_TIME = 253_402_300_799_999;

/** An item's `createdAt` in epoch milliseconds, from 1970 on. */
export const timestampSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TIME));

const timeTextSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/),
  v.transform(Number),
  timestampSchema,
);

const partsSchema = v.tuple([timeTextSchema, v.pipe(v.string(), v.uuid(), v.toLowerCase())]);

/** The cursor of the page after `position`. */
export function encodeCursor({ createdAt, id }: ItemPosition): string {
  const text = btoa(`${createdAt}.${id}`);
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The position in a cursor; undefined for anything `encodeCursor` cannot return. */
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
