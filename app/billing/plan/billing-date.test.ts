import { expect, test } from "vitest";
import { billingDate, dateFromSeconds } from "./billing-date";

const now = new Date("2026-12-21T12:00:00Z");

test.each([
  ["2026-12-31T23:59:59.000Z", "day-of-this-year"],
  ["2027-01-01T00:00:00.000Z", "day"],
  ["2025-12-31T12:00:00.000Z", "day"],
])("%s has its year unless it is the current year", (iso, format) => {
  expect(billingDate(new Date(iso), now)).toEqual({ iso, format });
});

test("a missing date is null", () => {
  expect(billingDate(null)).toBeNull();
  expect(dateFromSeconds(undefined)).toBeNull();
  expect(dateFromSeconds(1_798_761_600)?.toISOString()).toBe("2027-01-01T00:00:00.000Z");
});
