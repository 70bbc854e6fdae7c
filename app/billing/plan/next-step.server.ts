/** Who writes to a new subscriber by when, and what to have ready. */
import type { PlanId } from "~/content/plans";
import { studio } from "~/content/studio";
import { type DatedText, datedText } from "~/ui/time/dated-text";
import { billingDate } from "./billing-date";
import { isBusinessDay } from "./reply-time";

const { design, engineering } = studio.founders;
const getFirstName = ({ name }: { readonly name: string }) => name.replace(/ .*/, "");
const FOUNDERS = [getFirstName(design), getFirstName(engineering)] as const;
/** Who will write, in the email about a purchase, which the design founder signs. */
export const SIGNERS = [getFirstName(engineering), "I"] as const;
const APPLICATIONS =
  "which applications we should take care of, and who can give us access to them";
/** What to prepare, in the email about a purchase. */
export const TO_PREPARE = `When you reply, tell us ${APPLICATIONS}.`;

const DAY_MS = 24 * 60 * 60_000;

/** Who writes by when, and what to have ready; null from the night after that day. */
export function describeWelcome(
  { subscriptionStartedAt: startedAt, cancelAt }: WelcomedPlan,
  planId: PlanId | null,
  now = new Date(),
): Welcome | null {
  if (!startedAt || cancelAt) return null;
  const by = addBusinessDay(startedAt);
  if (now.getTime() > by.getTime() + DAY_MS / 2) return null;
  const when = datedText`by ${billingDate(by, now)}`;
  return {
    next: describeNextStep(planId, { when }),
    prepare: `Please have this ready: ${APPLICATIONS}.`,
  };
}

/** What a new subscriber reads. */
export interface Welcome {
  /** Who writes, by when. */
  readonly next: DatedText;
  readonly prepare: string;
}

interface WelcomedPlan {
  readonly subscriptionStartedAt: Date | null;
  readonly cancelAt: Date | null;
}

/** Adds a weekday, where the studio is, to `date`. */
function addBusinessDay(date: Date): Date {
  const next = new Date(date.getTime() + DAY_MS);
  return isBusinessDay(next) ? next : addBusinessDay(next);
}

/** What follows the start of a plan, or a switch to it. A founder writes about another product (null) too. */
export function describeNextStep(
  planId: PlanId | null,
  {
    people: [one, other] = FOUNDERS,
    when = ["within one business day"],
  }: { readonly people?: readonly [string, string]; readonly when?: DatedText } = {},
): DatedText {
  return planId === "business"
    ? datedText`${one} and ${other} will email you ${when} to plan the first session.`
    : datedText`${one} or ${other} will email you ${when}.`;
}
