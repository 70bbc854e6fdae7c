import { expect, it } from "vitest";
import { parseDuration } from "./duration.ts";

it.each([
  ["60s", 60],
  ["24h", 86_400],
  ["1h30m", 5_400],
  ["1m0.5s", 60.5],
  ["100ms", 0.1],
])("parses %s", (duration, seconds) => {
  expect(parseDuration(duration)).toBeCloseTo(seconds);
});

it.each(["", "60", "s", "1 h", "1d"])("rejects %j", (duration) => {
  expect(() => parseDuration(duration)).toThrow("invalid duration");
});
