/** What happens after a purchase: on the dashboard, and in the email about it. */
import { type DatedText, datedText } from "~/content/dated-text";
import { studio } from "../studio";
import type { PlanFacts } from "./plan-status.server";

const { design, engineering } = studio.founders;

export const nextSteps = {
  heading: "What happens next",
  dismiss: "Got it",
  email: (email: string) =>
    `${design.name} or ${engineering.name} will email you at ${email} within one business day.`,
  reply:
    "When you reply, tell us which applications we should take care of, and who can give us access to them.",
} as const;

/** What follows a trial, e.g. "it's $250 a month". One without a card ends the plan, unless a card was added. */
export function describeAfterTrial(then: string, isWithoutCard: boolean): string {
  return isWithoutCard
    ? `Then ${then}, if you’ve added a card. Without one, your plan ends.`
    : `Then ${then}, unless you cancel first.`;
}

/** What happens after a purchase: who writes to which address, what we need, and when the next payment is. */
export function describeNextSteps(
  email: string,
  {
    trialEnd,
    currentPeriodEnd,
    cancelAt,
    price,
    isTrialWithoutCard,
  }: Pick<PlanFacts, "trialEnd" | "currentPeriodEnd" | "cancelAt" | "price" | "isTrialWithoutCard">,
): readonly DatedText[] {
  const steps = [[nextSteps.email(email)], [nextSteps.reply]];
  if (cancelAt) return steps;
  if (trialEnd) {
    const then = price === null ? "your first month is charged" : `it’s ${price}`;
    const after = describeAfterTrial(then, isTrialWithoutCard);
    return [...steps, datedText`You pay nothing until ${trialEnd}. ${after}`];
  }
  if (!currentPeriodEnd) return steps;
  const paid = datedText`Your first month is paid. The next payment is on ${currentPeriodEnd}.`;
  return [...steps, paid];
}
