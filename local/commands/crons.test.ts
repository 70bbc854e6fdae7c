import { describe, expect, test } from "vitest";
import { SCHEDULE } from "../../workers/scheduled.ts";
import { isDue, readCrons } from "./crons.ts";

describe("local crons", () => {
  test("come from wrangler.toml", () => {
    expect(readCrons()).toEqual(Object.keys(SCHEDULE));
    for (const cron of readCrons()) expect(() => isDue(cron, new Date())).not.toThrow();
  });

  test.each([
    ["* * * * *", "2026-12-06T10:07:00Z", true],
    ["*/15 * * * *", "2026-12-06T10:30:00Z", true],
    ["*/15 * * * *", "2026-12-06T10:31:00Z", false],
    ["0 3 * * *", "2026-12-06T03:00:00Z", true],
    ["0 3 * * *", "2026-12-06T04:00:00Z", false],
    // A Sunday.
    ["30 6 * * 1", "2026-12-06T06:30:00Z", true],
    ["0 0 */2 * *", "2026-12-01T00:00:00Z", true],
    ["30 6 1,15 * *", "2026-12-15T06:30:00Z", true],
    ["30 6 1,15 * *", "2026-12-16T06:30:00Z", false],
  ])("%s is due at %s: %s", (cron, date, due) => {
    expect(isDue(cron, new Date(date))).toBe(due);
  });

  test.each(["0 3 * * MON", "0-30 * * * *", "* * * *"])(
    "%s is an error, not a cron that never runs",
    (cron) => {
      expect(() => isDue(cron, new Date())).toThrow(`"${cron}" does not run locally`);
    },
  );
});
