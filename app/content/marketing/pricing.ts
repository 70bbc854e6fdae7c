/** The words of the pricing page, and its comparison of the plans. The plans are in `plans.ts`. */
import { type PlanId, TRIAL_DAYS } from "../plans";

export const pricing = {
  title: "Plans that look after your software",
  lead: `All plans include a ${TRIAL_DAYS}-day free trial.`,
  trialUsed: "You have had your free trial, so a plan is charged from the first day.",
  today: (dollars: number) => `$${dollars.toLocaleString("en-US")} today.`,
  recommended: "We recommend this",
  period: "per month",
  choose: "Choose",
  yours: "Your plan",
  switch: "Switch to",
  manage: "Manage billing",
  note: "Billed monthly in US dollars. You can cancel from your account at any time. There is one free trial a person.",
  questions: "Not sure which one?",
  ask: "Ask us",
  read: "Read what happens after launch",
  compare: "Compare the plans",
  application:
    "An application is one program that we look after for you, such as an ordering form or a website.",
  yes: "Included",
  no: "Not included",
} as const;

/** The plan that most buyers should take. */
export const RECOMMENDED_PLAN: PlanId = "pro";

/** A row of the comparison; true and false are drawn as a mark. */
export interface Comparison {
  readonly what: string;
  readonly values: Readonly<Record<PlanId, string | boolean>>;
}

export const comparisons: readonly Comparison[] = [
  { what: "Applications", values: { starter: "1", pro: "up to 5", business: "any number" } },
  {
    what: "Updates",
    values: { starter: "every month", pro: "every week", business: "when ready" },
  },
  {
    what: "We answer within",
    values: { starter: "2 working days", pro: "1 working day", business: "4 working hours" },
  },
  { what: "Backups and monitoring", values: { starter: true, pro: true, business: true } },
  { what: "Featured items in your list", values: { starter: false, pro: true, business: true } },
  {
    what: "Who knows your code",
    values: { starter: "either founder", pro: "one engineer", business: "a team" },
  },
  { what: "Planning session", values: { starter: false, pro: false, business: "every quarter" } },
  { what: "Uptime in writing", values: { starter: false, pro: false, business: true } },
];
