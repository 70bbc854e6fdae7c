import { expect, test } from "vitest";
import { studio } from "~/content/studio";
import { describeReplyTime } from "./reply-time";

// In the studio's time zone, which is eight hours behind UTC in winter.
test.each([
  ["Monday at 11:59", "2026-11-30T19:59:00Z", "business", "A founder replies the same day."],
  ["Monday at noon", "2026-11-30T20:00:00Z", "business", studio.replyTime],
  ["Monday at midnight", "2026-11-30T08:00:00Z", "business", "A founder replies the same day."],
  ["Saturday at 9:00", "2026-11-28T17:00:00Z", "business", studio.replyTime],
  ["Sunday at 9:00", "2026-11-29T17:00:00Z", "business", studio.replyTime],
  ["Monday at 9:00", "2026-11-30T17:00:00Z", "pro", studio.replyTime],
  ["Monday at 9:00", "2026-11-30T17:00:00Z", null, studio.replyTime],
] as const)("to a message of %s (%s), plan %s: %s", (_, time, planId, reply) => {
  expect(describeReplyTime(planId, new Date(time))).toBe(reply);
});
