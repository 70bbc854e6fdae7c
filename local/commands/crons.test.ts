import { describe, expect, test } from "vitest";
import { isDue, readCrons } from "./crons.ts";

describe("local crons", () => {
  test("are those of wrangler.toml", () => {
    expect(readCrons()).toEqual(["* * * * *", "*/15 * * * *"]);
  });

  test.each([
    ["* * * * *", 7, true],
    ["*/15 * * * *", 30, true],
    ["*/15 * * * *", 31, false],
  ])("%s at minute %i runs: %s", (cron, minute, due) => {
    expect(isDue(cron, minute)).toBe(due);
  });
});
