import { expect, test } from "vitest";
import { addPeriods, nextPeriodEnd } from "./clock.ts";

const utc = (text: string): number => Date.parse(`${text}T12:00:00Z`) / 1000;

test.each([
  ["2026-01-15", "month", 1, "2026-02-15"],
  ["2026-01-31", "month", 1, "2026-02-28"],
  ["2028-01-31", "month", 1, "2028-02-29"],
  ["2026-11-30", "month", 3, "2027-02-28"],
  ["2028-02-29", "year", 1, "2029-02-28"],
] as const)("%s plus %s × %i is %s", (start, interval, count, end) => {
  expect(addPeriods(utc(start), interval, count)).toBe(utc(end));
});

test("renewals return to the 31st after a shorter month", () => {
  const anchor = utc("2026-01-31");
  expect(nextPeriodEnd(anchor, "month", anchor)).toBe(utc("2026-02-28"));
  expect(nextPeriodEnd(anchor, "month", utc("2026-02-28"))).toBe(utc("2026-03-31"));
});
