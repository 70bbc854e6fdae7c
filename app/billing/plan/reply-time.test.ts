import { expect, test } from "vitest";
import { studio } from "~/content/studio";
import { studioMoment } from "../../../tests/support/studio-day";
import { describeReplyTime } from "./reply-time";

const SAME_DAY = `A founder replies the same day, ${studio.phone.timeZone}.`;

// Times are where the studio is.
test.each([
  ["Monday at 11:59", "2026-11-30T11:59", "business", SAME_DAY],
  ["Monday at noon", "2026-11-30T12:00", "business", studio.replyTime],
  ["Monday at midnight", "2026-11-30T00:00", "business", SAME_DAY],
  ["Saturday at 9:00", "2026-11-28T09:00", "business", studio.replyTime],
  ["Sunday at 9:00", "2026-11-29T09:00", "business", studio.replyTime],
  ["Monday at 9:00", "2026-11-30T09:00", "pro", studio.replyTime],
  ["Monday at 9:00", "2026-11-30T09:00", null, studio.replyTime],
] as const)("to a message of %s (%s), plan %s: %s", (_, time, planId, reply) => {
  expect(describeReplyTime(planId, studioMoment(time))).toBe(reply);
});
