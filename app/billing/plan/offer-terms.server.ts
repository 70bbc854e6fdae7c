/** What a plan on offer costs, and when. */
import { formatDollars, formatListPrice, type PaidPlan, TRIAL_DAYS } from "~/content/plans";
import { datedText, type Moment } from "~/ui/time/dated-text";

/** When the first payment for a plan is due. */
export function describeTrialTerms({ price }: PaidPlan, hasHadTrial: boolean): string {
  return hasHadTrial
    ? `You’ve already used your free trial, so your first ${price.interval} (${formatDollars(price.amount)}) is charged today.`
    : `The first ${TRIAL_DAYS} days are free, then it’s ${formatListPrice(price)}.`;
}

/** Terms of another plan in the list of offers. */
export const offerTerms = {
  notSold: "This plan isn’t available yet.",
  ownPrice: "This is the price of a new plan.",
  manage: "Change your card, see your invoices, or cancel.",
  askStripe: "The billing page shows whether you can switch, and what it costs.",
  first: (keepLabel: string) => `${keepLabel} first. Then you can switch plans.`,
  paused: "You can switch plans once yours is active.",
  scheduled: (plan: PaidPlan, date: Moment) => datedText`You’ll switch to ${plan.name} on ${date}.`,
  otherScheduled: (date: Moment) =>
    datedText`Another change is scheduled. You can switch after ${date}.`,
  inTrial: (plan: PaidPlan, date: Moment) =>
    datedText`You pay nothing today. Your trial continues until ${date}, then it’s ${formatListPrice(plan.price)}.`,
  downgrade: (plan: PaidPlan, current: PaidPlan, date: Moment) =>
    datedText`You pay nothing today. You keep ${current.name} until ${date}, then it’s ${formatListPrice(plan.price)}.`,
  upgrade: (plan: PaidPlan, date: Moment) =>
    datedText`Today you pay the prorated difference, shown before you confirm. From ${date}, it’s ${formatListPrice(plan.price)}.`,
} as const;
