/** What the pages say of a plan, by the status that Stripe gives its subscription. */
import { type Moment, type TextWithDates, textWithDates } from "~/ui/time/dated-text";

export const PORTAL_PATH = "/settings/billing";
export const KEEP_PLAN = { label: "Keep the plan", to: PORTAL_PATH } as const;
const SEE_PLANS = { label: "See the plans", to: "/pricing" } as const;

export interface Todo {
  readonly label: string;
  readonly to: string;
}

/** A plan that gives no access. */
export interface PlanStatus {
  /** `plan` is "Pro plan", or "plan" where it has no name. */
  readonly text: (plan: string) => string;
  readonly todo: Todo;
  /** The plan is on hold until the subscriber does something. */
  readonly isProblem: boolean;
}

const ended = (text: PlanStatus["text"]): PlanStatus => ({
  text,
  todo: SEE_PLANS,
  isProblem: false,
});

const onHold = (label: string, text: PlanStatus["text"]): PlanStatus => ({
  text,
  todo: { label, to: PORTAL_PATH },
  isProblem: true,
});

export const noPlan = ended(() => "You have no plan.");

/** Every status without access. */
export const planStatuses: Readonly<Record<string, PlanStatus>> = {
  canceled: ended((plan) => `Your ${plan} has ended.`),
  incomplete_expired: ended(
    (plan) => `Your ${plan} never started: its first payment was not made in time.`,
  ),
  past_due: onHold(
    "Update your card",
    (plan) => `The last payment for your ${plan} failed, and the plan is on hold until it is paid.`,
  ),
  unpaid: onHold(
    "Pay what is open",
    (plan) =>
      `Your ${plan} is unpaid and on hold. We won't charge your card again automatically: update it and pay what is open.`,
  ),
  paused: onHold(
    "Add a card",
    (plan) => `Your ${plan} is paused: the trial ended without a card. Nothing is charged.`,
  ),
  incomplete: onHold(
    "Complete the payment",
    (plan) => `Your ${plan} has not started: the first payment is not complete.`,
  ),
};

/** A status that Stripe adds later. */
export function unknownStatus(status: string): PlanStatus {
  return onHold(
    "See what the payment service says",
    (plan) => `Your ${plan} is on hold with the status “${status}”, which we don't recognize yet.`,
  );
}

/** After a checkout, above the dashboard. */
export const checkoutNotice = {
  subscribed: (planId: string | null) =>
    `You are now subscribed${planId ? ` to the ${planId} plan` : ""}`,
  waiting: "Thank you! We are waiting for the payment service to confirm your subscription.",
  unconfirmed:
    "The payment service has not confirmed your subscription yet. Nothing is lost: reload this page in a few minutes.",
  updates: "This page updates by itself.",
  reload: "Reload this page in a moment.",
} as const;

/** In place of the billing portal. */
export const billingUnavailable =
  "The payment service does not answer right now. Your plan is not affected; please try again in a moment.";

/** What a switch to another plan means today. */
export const switchTerms = {
  problemFirst: (todo: string) => `${todo} first, then you can switch.`,
  canceled: "Your plan is canceled. Keep it first, then you can switch.",
  scheduled: "Another change of your plan is already scheduled.",
  atPeriodEnd: (plan: string, end: Moment): TextWithDates =>
    textWithDates`You switch to ${plan} on ${end}.`,
  unknown: "You see what it costs today before you confirm.",
  trial: (end: Moment, cost: string): TextWithDates =>
    textWithDates`Nothing today. The trial goes on until ${end}, then it is ${cost}.`,
  downgrade: (current: string, end: Moment, cost: string): TextWithDates =>
    textWithDates`Nothing today. You keep ${current} until ${end}, then it is ${cost}.`,
  upgrade: (end: Moment, cost: string): TextWithDates =>
    textWithDates`Today you pay the difference for the days until ${end}, then ${cost}.`,
} as const;
