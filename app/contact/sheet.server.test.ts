import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toSheetRow } from "./sheet.server";

const cellFor = (message: string) => toSheetRow({ name: "Ann", email: "a@b.example", message })[2];

describe("toSheetRow", () => {
  test("returns name, email and message in that order", () => {
    const message = { name: "Ann", email: "ann@example.com", message: "Hello" };
    expect(toSheetRow(message)).toEqual(["Ann", "ann@example.com", "Hello"]);
  });

  test.each([
    '=HYPERLINK("https://evil.example","x")',
    "+1 555 0100",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "＝1+1",
  ])("escapes %j as text", (message) => {
    expect(cellFor(message)).toBe(`'${message}`);
  });

  test.each(["Hello = world", "a-b", "1+1", "", " =1+1", "'quoted"])(
    "leaves %j unchanged",
    (message) => {
      expect(cellFor(message)).toBe(message);
    },
  );
});

test("no cell starts a formula, and no text is lost", () => {
  const opening = fc.constantFrom("", "=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠");
  const text = fc.tuple(opening, fc.string({ unit: "binary" })).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (message) => {
      const cell = cellFor(message);
      expect(cell.endsWith(message)).toBe(true);
      expect("=+-@\t\r\n＝＋－＠").not.toContain(cell.slice(0, 1) || "none");
    }),
  );
});
