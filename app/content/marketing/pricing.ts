/** The pricing page and its plan comparison. The plans are in `plans.ts`. */
import { type PlanId, TRIAL_DAYS } from "../plans";

export const pricing = {
  title: "Plans that take care of your software",
  lead: `All plans include a ${TRIAL_DAYS}-day free trial.`,
  trialUsed: "You've already used your free trial, so a new plan is charged right away.",
  today: (price: string) => `${price} today.`,
  recommended: "Recommended",
  period: "per month",
  choose: "Choose",
  yours: "Your plan",
  switchTo: (plan: string) => `Switch to ${plan}`,
  manage: "Manage billing",
  note: "Billed monthly in US dollars. Cancel anytime from your account. One free trial per person.",
  questions: "Not sure which one?",
  ask: "Ask us",
  read: "Read what happens after launch",
  compare: "Compare plans",
  application:
    "An application is one program that we maintain for you, such as an order form or a website.",
  yes: "Included",
  no: "Not included",
} as const;

/** The highlighted plan. */
export const RECOMMENDED_PLAN: PlanId = "pro";

/** A row of the comparison; booleans are shown as a check mark or a dash. */
export interface Comparison {
  readonly what: string;
  readonly values: Readonly<Record<PlanId, string | boolean>>;
}

export const comparisons: readonly Comparison[] = [
  { what: "Applications", values: { starter: "1", pro: "up to 5", business: "unlimited" } },
  {
    what: "Updates",
    values: { starter: "monthly", pro: "weekly", business: "when ready" },
  },
  {
    what: "Reply within",
    values: { starter: "2 business days", pro: "1 business day", business: "4 business hours" },
  },
  { what: "Backups and monitoring", values: { starter: true, pro: true, business: true } },
  { what: "Featured items in your list", values: { starter: false, pro: true, business: true } },
  {
    what: "Who knows your code",
    values: { starter: "either founder", pro: "one engineer", business: "a team" },
  },
  { what: "Planning session", values: { starter: false, pro: false, business: "quarterly" } },
  { what: "Written uptime guarantee", values: { starter: false, pro: false, business: true } },
];
