/**
 * Pagination cursors of the item list: time and id of an item that their owner can see. Validated when
 * decoded.
 */
import * as v from "valibot";
import type { ItemPosition } from "./item";

/** The last millisecond of year 9999: Postgres and JavaScript format later years differently. */
const MAX_TIME = 253_402_300_799_999;

/** An item's `createdAt` in epoch milliseconds, from 1970 on. */
export const timestampSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TIME));

const positionSchema = v.object({ createdAt: timestampSchema, id: v.pipe(v.string(), v.uuid()) });

/** The cursor of the page after `position`. */
export function encodeCursor({ createdAt, id }: ItemPosition): string {
  return `${createdAt}.${id}`;
}

/** The position in a cursor; undefined for anything `encodeCursor` cannot return. */
export function decodeCursor(cursor: string | null): ItemPosition | undefined {
  const [time, id] = cursor?.split(".") ?? [];
  const parsed = v.safeParse(positionSchema, { createdAt: Number(time), id });
  return parsed.success && encodeCursor(parsed.output) === cursor ? parsed.output : undefined;
}
