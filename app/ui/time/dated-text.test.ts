import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { datedText, formatDatedText, formatMoment, type Moment } from "./dated-text";

const midnight: Moment = { iso: "2026-12-05T02:00:00.000Z", format: "day-of-this-year" };

test.each([
  ["UTC", "December 5"],
  ["America/New_York", "December 4"],
  ["Pacific/Auckland", "December 5"],
])("formats a moment by its day in %s", (timeZone, day) => {
  expect(formatMoment(midnight, timeZone)).toBe(day);
});

test.each([
  ["day", "December 5, 2026"],
  ["minute", "December 5, 2026 at 2:00 AM"],
  ["short-minute", "Dec 5, 2026, 2:00 AM"],
] as const)("formats a moment as %s: %s", (format, written) => {
  expect(formatMoment({ ...midnight, format }, "UTC")).toBe(written);
});

test("adjacent strings are joined, and texts can be nested", () => {
  const until = datedText` until ${midnight}.`;
  expect(until).toEqual([" until ", midnight, "."]);
  const text = datedText`${"On the Pro"} plan${until} Then ${"$250"}.`;
  expect(text).toEqual(["On the Pro plan until ", midnight, ". Then $250."]);
  expect(formatDatedText(text, "America/New_York")).toBe(
    "On the Pro plan until December 4. Then $250.",
  );
  expect(datedText`${midnight}`).toEqual([midnight]);
});

test("no module creates an Intl formatter when it loads: the first one takes 8 ms of a cold visit", () => {
  const atModuleScope = /^(export )?const [^=\n]+=\s((?!=>).)*\bIntl\.\w+\(/m;
  expect("const a =\n  new Intl.ListFormat().format(b.map((c) => c));").toMatch(atModuleScope);
  const files = globSync("{app,workers}/**/*.{ts,tsx}");
  expect(files).toContain("app/root.tsx");
  expect(files.filter((file) => atModuleScope.test(readFileSync(file, "utf8")))).toEqual([]);
});
