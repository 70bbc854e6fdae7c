import { expect, test, vi } from "vitest";
import { openPlatform } from "../tests/support/worker/fixtures";
import { runScheduled, SCHEDULE } from "./scheduled";

test.each(Object.keys(SCHEDULE))("the task of %s runs against the local services", async (cron) => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await runScheduled(cron, openPlatform());
  const lines = log.mock.calls.flat().map(String);
  log.mockRestore();
  expect(lines.join("\n")).toContain("scheduled.done");
});
