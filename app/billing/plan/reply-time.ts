import type { PlanId } from "~/content/plans";
import { studio } from "~/content/studio";

const { zone: timeZone, timeZone: zoneName } = studio.phone;

/** Monday to Friday, where the studio is. */
export function isBusinessDay(date: Date): boolean {
  return !date.toLocaleDateString("en-US", { weekday: "short", timeZone }).startsWith("S");
}

/** When a founder replies to a message of that time, as the plan promises. `planId` is null for a guest. */
export function describeReplyTime(planId: PlanId | null, at = new Date()): string {
  const hour = Number(at.toLocaleString("en-US", { hour: "2-digit", hourCycle: "h23", timeZone }));
  return planId === "business" && isBusinessDay(at) && hour < 12
    ? `A founder replies the same day, ${zoneName}.`
    : studio.replyTime;
}
