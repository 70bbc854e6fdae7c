/** What happens after a purchase: on the dashboard, and in the email about it. */
import type { PlanId } from "~/content/plans";
import { studio } from "~/content/studio";
import { type DatedText, datedText } from "~/ui/time/dated-text";
import { billingDate } from "./billing-date";

const { design, engineering } = studio.founders;
const FOUNDERS = `${design.name} or ${engineering.name}`;
const APPLICATIONS =
  "which applications we should take care of, and who can give us access to them";

/** What the email about it says, which the design founder signs. */
export const nextSteps = {
  email: `${engineering.name.split(" ")[0]} or I will email you within one business day.`,
  reply: `When you reply, tell us ${APPLICATIONS}.`,
} as const;

const DAY_MS = 24 * 60 * 60_000;
const WELCOME_MS = 3 * DAY_MS;

/** Who writes by when, and what to have ready, in the first three days of a plan; null afterwards. */
export function describeWelcome(startedAt: Date | null, now = new Date()): DatedText | null {
  if (!startedAt || now.getTime() - startedAt.getTime() > WELCOME_MS) return null;
  const by = addBusinessDay(startedAt);
  if (by < now) return [`If you have no email from ${FOUNDERS} yet, please contact us.`];
  return datedText`${FOUNDERS} will email you by ${billingDate(by, now)}. Please have ready ${APPLICATIONS}.`;
}

/** The same time on the next weekday, where the studio is. */
function addBusinessDay(date: Date): Date {
  const next = new Date(date.getTime() + DAY_MS);
  const options = { weekday: "short", timeZone: studio.phone.zone } as const;
  return next.toLocaleDateString("en-US", options).startsWith("S") ? addBusinessDay(next) : next;
}

/** What follows a switch to a plan; null for another product. */
export function describeNextStep(planId: PlanId | null): string {
  return planId === "business"
    ? "Both founders will write to plan the first session."
    : "One of us will email you within one business day.";
}
