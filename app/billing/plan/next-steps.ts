import { nextSteps } from "~/content/billing/next-steps";
import type { DatedText } from "~/content/dated-text";
import type { Subscription } from "./subscription";

/** What happens after a purchase: who writes to which address, what we need, and when the next payment is. */
export function describeNextSteps(
  email: string,
  {
    trialEnd,
    currentPeriodEnd,
    cancelAt,
    price,
  }: Pick<Subscription, "trialEnd" | "currentPeriodEnd" | "cancelAt" | "price">,
): readonly DatedText[] {
  const steps = [[nextSteps.email(email)], [nextSteps.reply]];
  if (cancelAt) return steps;
  if (trialEnd) return [...steps, nextSteps.trial(trialEnd, price)];
  return currentPeriodEnd ? [...steps, nextSteps.paid(currentPeriodEnd)] : steps;
}
