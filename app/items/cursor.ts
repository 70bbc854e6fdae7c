/**
 * Cursors: where the next page of items begins. They travel in addresses, so they are opaque and are
 * checked when they come back. They hold nothing that their owner does not see on the page.
 */
import * as v from "valibot";
import type { ItemPosition } from "./item";

/** The largest time that a Date can hold. Milliseconds. Source: ECMAScript, "Time Values". */
const MAX_TIME = 8.64e15;

const partsSchema = v.tuple([
  v.pipe(
    v.string(),
    v.regex(/^-?\d{1,16}$/),
    v.transform(Number),
    v.minValue(-MAX_TIME),
    v.maxValue(MAX_TIME),
  ),
  v.pipe(v.string(), v.uuid(), v.toLowerCase()),
]);

/** The cursor that continues after `position`. */
export function encodeCursor({ createdAt, id }: ItemPosition): string {
  const text = btoa(`${createdAt.getTime()}.${id}`);
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The position in a cursor; undefined for anything that `encodeCursor` does not make. */
export function decodeCursor(cursor: string | null): ItemPosition | undefined {
  if (cursor === null || !/^[\w-]{1,100}$/.test(cursor)) return undefined;
  const parsed = v.safeParse(partsSchema, decodeBase64Url(cursor).split("."));
  if (!parsed.success) return undefined;
  const [time, id] = parsed.output;
  const position = { createdAt: new Date(time), id };
  return encodeCursor(position) === cursor ? position : undefined;
}

function decodeBase64Url(text: string): string {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}
