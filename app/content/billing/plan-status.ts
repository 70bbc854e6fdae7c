/** What pages say about a plan in each status that Stripe gives its subscription. */
import { type DatedText, datedText, type Moment } from "~/content/dated-text";
import type { PlanId } from "../plans";

export const PORTAL_PATH = "/settings/billing";

/**
 * One step of the billing portal: "card" asks for a new card, "cancel" whether to cancel, and a plan's id to confirm
 * the switch to it.
 */
export type PortalFlow = "card" | "cancel" | PlanId;

/** Opens one step of the billing portal, or the whole portal if Stripe does not offer that step. */
export function getPortalPath(flow: PortalFlow): string {
  return `${PORTAL_PATH}?flow=${flow}`;
}

export const MANAGE_ACTION: PlanAction = { label: "Manage billing", to: PORTAL_PATH };
export const KEEP_PLAN_ACTION: PlanAction = { label: "Keep the plan", to: PORTAL_PATH };
export const CANCEL_ACTION: PlanAction = { label: "Cancel plan", to: getPortalPath("cancel") };
const SEE_PLANS_ACTION: PlanAction = { label: "See the plans", to: "/pricing" };

/** A link or button that leads to the next step. */
export interface PlanAction {
  readonly label: string;
  readonly to: string;
}

/** An unpaid invoice, as Stripe has it. */
export interface PaymentDue {
  /** "$250.00". */
  readonly amount: string;
  /** "Visa ending in 4242"; null without a payment method. */
  readonly card: string | null;
  /** When the card is charged again; null if it is not. */
  readonly retryAt: Moment | null;
}

/** A status without access. */
export interface PlanStatus {
  /**
   * `plan` is "Pro plan", or "plan" for a subscription to another product. `due` is null until Stripe was asked, and
   * when nothing is due.
   */
  readonly text: (plan: string, due: PaymentDue | null) => DatedText;
  readonly action: PlanAction;
  /** The plan is paused until the subscriber acts. */
  readonly isProblem: boolean;
}

const ended = (text: PlanStatus["text"]): PlanStatus => ({
  text,
  action: SEE_PLANS_ACTION,
  isProblem: false,
});

const paused = (action: PlanAction, text: PlanStatus["text"]): PlanStatus => ({
  text,
  action,
  isProblem: true,
});

export const noPlanStatus = ended(() => ["You don't have a plan yet."]);

/** Every status without access. */
export const planStatuses: Readonly<Record<string, PlanStatus>> = {
  canceled: ended((plan) => [`Your ${plan} has ended.`]),
  incomplete_expired: ended((plan) => [
    `Your ${plan} never started because the first payment wasn't made in time.`,
  ]),
  past_due: paused({ label: "Update your card", to: getPortalPath("card") }, (plan, due) =>
    due
      ? datedText`The last payment for your ${plan} (${due.amount}) failed. ${describeRetry(due)} The plan is paused until the invoice is paid.`
      : [`The last payment for your ${plan} failed. The plan is paused until the invoice is paid.`],
  ),
  unpaid: paused({ label: "Pay the invoice", to: PORTAL_PATH }, (plan, due) => [
    `Your ${plan} is paused until the invoice${due ? ` (${due.amount})` : ""} is paid. We won't charge ${describeCard(due)} again automatically, so please update it and pay the invoice.`,
  ]),
  paused: paused({ label: "Add a card", to: PORTAL_PATH }, (plan) => [
    `Your ${plan} is paused because the trial ended without a card. You are not being charged.`,
  ]),
  incomplete: paused({ label: "Complete the payment", to: PORTAL_PATH }, (plan, due) => [
    `Your ${plan} hasn't started because the first payment${due ? ` (${due.amount})` : ""} isn't complete.`,
  ]),
};

function describeRetry(due: PaymentDue): DatedText {
  const card = describeCard(due);
  return due.retryAt
    ? datedText`We'll try ${card} again on ${due.retryAt}.`
    : [`We won't charge ${card} again automatically.`];
}

function describeCard(due: PaymentDue | null): string {
  return due?.card ? `your ${due.card}` : "your card";
}

/** A status that Stripe added later. */
export function createUnknownStatus(status: string): PlanStatus {
  return paused({ label: "Open the billing portal", to: PORTAL_PATH }, (plan) => [
    `Your ${plan} is paused. Our payment provider reports the status “${status}”, which we don't recognize yet.`,
  ]);
}

/** The names of a plan within these sentences; `name` is "Pro". */
export const planNames = {
  withName: (name: string) => `${name} plan`,
  withoutName: "plan",
} as const;

/** A plan with access. `price` is "$250 a month"; null where it is unknown. */
export const activePlan = {
  /** Start of every sentence: "You're on the Pro trial". */
  subject: (name: string | null, isTrial: boolean) =>
    `You're on ${name === null ? "your" : `the ${name}`} ${isTrial ? "trial" : "plan"}`,
  canceled: (subject: string, end: Moment, isTrial: boolean): DatedText => {
    const rest = isTrial ? "won't turn into a paid plan" : "won't renew";
    return datedText`${subject} until ${end}. It's canceled and ${rest}.`;
  },
  changes: (subject: string, end: Moment, next: string, price: string | null): DatedText =>
    datedText`${subject} until ${end}. Then ${next}${price === null ? "" : `, ${price}`}.`,
  differentPrice: "a different price",
  trial: (subject: string, end: Moment, price: string | null): DatedText =>
    datedText`${subject} until ${end}.${price === null ? "" : ` Then ${price}.`}`,
  renews: (subject: string, price: string | null, end: Moment | null): DatedText => {
    const sentence = `${subject}${price === null ? "" : `, ${price}`}.`;
    return end === null ? [sentence] : datedText`${sentence} It renews on ${end}.`;
  },
} as const;

/** Accessible name of the problem notice on the dashboard. */
export const planProblemLabel = "Your plan";

/** On the dashboard after a checkout. */
export const checkoutNotice = {
  subscribed: (planId: string | null) =>
    `You are now subscribed${planId ? ` to the ${planId} plan` : ""}`,
  pending: "Thank you! We're waiting for our payment provider to confirm your subscription.",
  unconfirmed:
    "Our payment provider hasn't confirmed your subscription yet. Please reload this page in a few minutes.",
  updates: "This page updates automatically.",
  reload: "Reload this page in a moment.",
} as const;

/** What switching to another plan costs today. */
export const switchTerms = {
  actionFirst: (action: string) => `${action} first, then you can switch plans.`,
  scheduled: (end: Moment): DatedText =>
    datedText`Another change is scheduled. You can switch after ${end}.`,
  notOnSale: "This plan isn't available yet.",
  atPeriodEnd: (plan: string, end: Moment): DatedText =>
    datedText`You'll switch to ${plan} on ${end}.`,
  unknown: "You'll see what it costs today before you confirm.",
  trial: (end: Moment, price: string): DatedText =>
    datedText`Nothing today. Your trial continues until ${end}, then it's ${price}.`,
  downgrade: (current: string, end: Moment, price: string): DatedText =>
    datedText`Nothing today. You keep ${current} until ${end}, then it's ${price}.`,
  /** `amount` is "$843.12", from Stripe. */
  upgrade: (end: Moment, price: string, amount = "the prorated difference"): DatedText =>
    datedText`Today you pay ${amount} until ${end}, then ${price}.`,
} as const;
