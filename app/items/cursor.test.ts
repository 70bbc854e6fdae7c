import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor";

const id = "0b7e3c1a-9f2d-4e5a-8a51-2f0c6d7e8f90";

test("every position round-trips, without escaping in a URL", () => {
  const createdAt = fc.integer({ min: 0, max: Date.parse("9999-12-31T23:59:59.999Z") });
  fc.assert(
    fc.property(fc.record({ createdAt, id: fc.uuid() }), (position) => {
      const cursor = encodeCursor(position);
      expect(decodeCursor(cursor)).toEqual(position);
      expect(encodeURIComponent(cursor)).toBe(cursor);
    }),
  );
});

test.each<[string, string | null]>([
  ["nothing", null],
  ["a word", "tomorrow"],
  ["a cursor with a suffix", `1700000000000.${id}.`],
  ["an invalid id", "1700000000000.1 or true"],
  ["an invalid time", `now.${id}`],
  ["a time beyond the year 9999", `253402300800000.${id}`],
  ["a time in another notation", `1e3.${id}`],
])("decoding rejects %s", (_, cursor) => {
  expect(decodeCursor(cursor)).toBeUndefined();
});

test("any text is rejected or is the cursor of its position", () => {
  const similar = fc
    .tuple(fc.constantFrom("", "0", "-", "+", " ", "1e"), fc.nat(), fc.uuid())
    .map(([prefix, time, uuid]) => `${prefix}${time}.${uuid}`);
  fc.assert(
    fc.property(fc.oneof(fc.string(), similar), (text) => {
      const decoded = decodeCursor(text);
      if (decoded) expect(encodeCursor(decoded)).toBe(text);
    }),
  );
});
