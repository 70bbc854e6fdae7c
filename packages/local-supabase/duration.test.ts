import { expect, it } from "vitest";
import { readSeconds } from "./duration.ts";

it.each([
  ["60s", 60],
  ["24h", 86_400],
  ["1h30m", 5_400],
  ["1m0.5s", 60.5],
  ["100ms", 0.1],
])("reads %s", (duration, seconds) => {
  expect(readSeconds(duration)).toBeCloseTo(seconds);
});

it.each(["", "60", "s", "1 h", "1d"])("refuses %j", (duration) => {
  expect(() => readSeconds(duration)).toThrow("invalid duration");
});
