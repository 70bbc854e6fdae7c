import { describe, expect, test } from "vitest";
import { SCHEDULE } from "../../workers/scheduled.ts";
import { isDue, readCrons } from "./crons.ts";

describe("local crons", () => {
  test("come from wrangler.toml", () => {
    expect(readCrons()).toEqual(Object.keys(SCHEDULE));
  });

  test.each([
    ["* * * * *", 7, true],
    ["*/15 * * * *", 30, true],
    ["*/15 * * * *", 31, false],
  ])("%s is due at minute %i: %s", (cron, minute, due) => {
    expect(isDue(cron, minute)).toBe(due);
  });
});
