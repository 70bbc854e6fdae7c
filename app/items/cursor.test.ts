import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor";

const position = {
  createdAt: Date.parse("2026-03-01T10:20:30.123Z"),
  id: "0b7e3c1a-9f2d-4e5a-8a51-2f0c6d7e8f90",
};

function encodeText(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

describe("cursor", () => {
  test("decodes to the encoded position, to the millisecond", () => {
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
  });

  test("needs no escaping in a URL", () => {
    expect(encodeURIComponent(encodeCursor(position))).toBe(encodeCursor(position));
  });

  test.each<[string, string | null]>([
    ["nothing", null],
    ["an empty string", ""],
    ["a word", "tomorrow"],
    ["another alphabet", "ÄÖÜ"],
    ["a cursor with a suffix", `${encodeCursor(position)}A`],
    ["a time without an id", encodeText("1700000000000")],
    ["an invalid id", encodeText("1700000000000.1 or true")],
    ["an invalid time", encodeText(`now.${position.id}`)],
    ["a time beyond the year 9999", encodeText(`253402300800000.${position.id}`)],
    ["a time before 1970", encodeText(`-1.${position.id}`)],
    ["a time with leading zeros", encodeText(`0017.${position.id}`)],
    ["a very long text", "A".repeat(10_000)],
  ])("decoding rejects %s", (_, cursor) => {
    expect(decodeCursor(cursor)).toBeUndefined();
  });
});

const anyPosition = fc.record({
  createdAt: fc.integer({ min: 0, max: Date.parse("9999-12-31T23:59:59.999Z") }),
  id: fc.uuid(),
});

test("every position round-trips", () => {
  fc.assert(
    fc.property(anyPosition, (each) => {
      expect(decodeCursor(encodeCursor(each))).toEqual(each);
    }),
  );
});

test("any other text is rejected or is the canonical cursor of its position", () => {
  const nearlyACursor = fc
    .tuple(anyPosition, fc.nat(60), fc.base64String({ maxLength: 3 }))
    .map(([each, at, piece]) => {
      const cursor = encodeCursor(each);
      return cursor.slice(0, at) + piece + cursor.slice(at + piece.length);
    });
  fc.assert(
    fc.property(fc.oneof(nearlyACursor, fc.string({ unit: "binary" })), (text) => {
      const decoded = decodeCursor(text);
      if (decoded) expect(encodeCursor(decoded)).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});
