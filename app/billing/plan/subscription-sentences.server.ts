/** A subscription in words, by its status. `.server`, so that none becomes part of the browser's script. */
import { href } from "react-router";
import type Stripe from "stripe";
import type { StatusDetail } from "#drizzle/schema";
import { findPlan, LOWEST_PRICE, type PlanId, TRIAL_DAYS } from "~/content/plans";
import { type DatedText, datedText, type Moment } from "~/ui/time/dated-text";
import { getPortalPath, type LabeledLink, PLAN_PATH, PORTAL_PATH } from "./links";

/** What a sentence about a subscription is made of. */
export interface SubscriptionFacts {
  /** Stripe's status: "active", "trialing", "past_due", …; null before the first subscription. */
  readonly status: string | null;
  /** What changes the sentences about that status (`readStatusDetail`); null for a charged card. */
  readonly statusDetail: StatusDetail | null;
  /** What the page of its unpaid invoice asks for, "$250.00"; null where that is unknown. */
  readonly amountDue: string | null;
  /** The subscription's plan, also once it has ended. */
  readonly planId: PlanId | null;
  /**
   * The plan that the account is on: without a live subscription the free one, if there is one. Null for a
   * subscription to another product.
   */
  readonly planName: string | null;
  /** "$250 a month"; null where it is unknown. */
  readonly price: string | null;
  /** When the trial ends; null unless it is on trial. */
  readonly trialEnd: Moment | null;
  /** When it will end; null unless it was canceled, and once it has ended. */
  readonly cancelAt: Moment | null;
  /** When it renews; null once it has ended. */
  readonly currentPeriodEnd: Moment | null;
  /** A switch at the end of the period, with nulls for a price that is not on sale; null without one. */
  readonly next: { readonly planName: string | null; readonly price: string | null } | null;
}

/** A subscription in one or two sentences, with the next step. */
export interface SubscriptionDescription {
  readonly text: DatedText;
  readonly action: LabeledLink | null;
  /** Another way to solve what `action` solves. */
  readonly secondAction: LabeledLink | null;
  /** What can be undone, e.g. "Keep Business" instead of a scheduled switch; null when nothing can. */
  readonly keepLabel: string | null;
  /** True if it gives no access until it is paid for. */
  readonly isPaused: boolean;
}

/** Stripe's page of the invoice also takes a new card, so it ends the trouble in one step. */
function payAction(amountDue: string | null): LabeledLink {
  const label = `Pay ${amountDue ?? "the invoice"}`;
  return {
    label,
    name: `${label} (opens in a new tab)`,
    to: getPortalPath("pay"),
    isNewTab: true,
  };
}
const UPDATE_CARD: LabeledLink = { label: "Update card", to: getPortalPath("card") };

type Pause = readonly [text: string, action?: LabeledLink, secondAction?: LabeledLink];
type Sentence = (plan: string, pay: LabeledLink) => Pause;

/** Stripe's reasons without its "or another string". */
type Known<Name> = Name extends string ? (string extends Name ? never : Name) : never;
type PauseReason = Known<Stripe.Subscription.StatusDetails.Paused.Subscription.Type>;

const PAUSED = "The plan and the work it covers are paused";

const paymentFailed: Sentence = (plan, pay) => [
  `Your ${plan} is paused because a payment failed.`,
  pay,
  UPDATE_CARD,
];
const invoiceOverdue: Sentence = (plan, pay) => [
  `The invoice for your ${plan} is overdue. ${PAUSED} until it is paid.`,
  pay,
];
const underWay: Sentence = (plan) => [
  `A payment for your ${plan} is under way, which can take a few days. ${PAUSED} until it arrives.`,
];
const notInvoiced: Sentence = (plan) => [
  `Your ${plan} is paused, and no invoice is created meanwhile. Contact us if you don’t know why.`,
];

const PAUSE_REASONS = {
  trial_end_without_payment_method: (plan) => [
    `Your ${plan} is paused because the trial ended without a card. You are not being charged.`,
    { label: "Add a card", to: PORTAL_PATH },
  ],
  first_payment_failure: paymentFailed,
  final_payment_failure: paymentFailed,
  pause_requested: notInvoiced,
  system: notInvoiced,
} as const satisfies Record<PauseReason, Sentence>;

/** Sentences by status, and by status and its detail. */
const PAUSES: Readonly<Record<string, Sentence>> = {
  past_due: (plan, pay) => [
    `The last payment for your ${plan} failed. ${PAUSED} until the invoice is paid.`,
    pay,
    UPDATE_CARD,
  ],
  "past_due send_invoice": invoiceOverdue,
  "past_due processing": underWay,
  unpaid: (plan, pay) => [
    `The last payment for your ${plan} failed, and we won’t try your card again. ${PAUSED} until the invoice is paid.`,
    pay,
    UPDATE_CARD,
  ],
  "unpaid send_invoice": invoiceOverdue,
  "unpaid processing": underWay,
  incomplete: (plan, pay) => [
    `Your ${plan} hasn’t started because the first payment isn’t complete.`,
    pay,
  ],
  "incomplete processing": (plan) => [
    `The first payment for your ${plan} is under way, which can take a few days. The plan starts when it arrives.`,
  ],
  paused: notInvoiced,
  ...Object.fromEntries(
    Object.entries(PAUSE_REASONS).map(([reason, sentence]) => [`paused ${reason}`, sentence]),
  ),
};

const NO_PLAN = `You don’t have a plan yet. Plans start at ${LOWEST_PRICE}, and the first ${TRIAL_DAYS} days are free.`;
const CHARGED_UNTIL_END = " Until then, your card may still be charged for the open invoice.";

/** Describes a subscription in any status that Stripe gives it. */
export function describeSubscription(facts: SubscriptionFacts): SubscriptionDescription {
  const { status, statusDetail, amountDue, planId, planName, cancelAt } = facts;
  const plan = getNoun(planName);
  const ended = getNoun(findPlan(planId)?.name ?? null);
  const current = planName === null ? null : `You’re on the ${plan}.`;
  switch (status) {
    case null:
      return describeEnd(current ?? NO_PLAN);
    case "active":
    case "trialing":
      return describeActive(facts);
    case "canceled":
      return describeEnd(
        `Your ${ended} and the work it covered have ended. Your items are kept.`,
        current,
      );
    case "incomplete_expired":
      return describeEnd(
        `Your ${ended} never started because the first payment wasn’t made in time.`,
        current,
      );
  }
  // There is none for a status that Stripe added later.
  const sentence = PAUSES[`${status} ${statusDetail}`] ?? PAUSES[status];
  const [text, action = null, secondAction = null] = sentence?.(plan, payAction(amountDue)) ?? [
    `Your ${plan} is paused. Stripe reports the status “${status}”, which we don’t recognize yet.`,
  ];
  const end = cancelAt ? datedText` The plan is canceled and ends on ${cancelAt}.` : [];
  // Stripe retries a failed payment until the plan ends.
  const retries = cancelAt && sentence === PAUSES.past_due ? CHARGED_UNTIL_END : "";
  return {
    text: datedText`${text}${end}${retries}`,
    action,
    secondAction,
    keepLabel: null,
    isPaused: true,
  };
}

/** "Pro plan"; "plan" for a subscription to another product. */
const getNoun = (planName: string | null) => (planName === null ? "plan" : `${planName} plan`);

function describeEnd(...sentences: readonly (string | null)[]): SubscriptionDescription {
  return {
    text: [sentences.filter((sentence) => sentence !== null).join(" ")],
    action: { label: "View plans", to: href("/pricing") },
    secondAction: null,
    keepLabel: null,
    isPaused: false,
  };
}

function describeActive(facts: SubscriptionFacts): SubscriptionDescription {
  const { planName, cancelAt, next } = facts;
  const canKeep = cancelAt !== null || next !== null;
  const keepLabel = canKeep ? `Keep ${planName ?? "my plan"}` : null;
  return {
    text: describeNextPeriod(facts),
    action: keepLabel === null ? null : { label: keepLabel, to: PLAN_PATH },
    secondAction: null,
    keepLabel,
    isPaused: false,
  };
}

function describeNextPeriod(facts: SubscriptionFacts): DatedText {
  const { status, statusDetail, planName, cancelAt, trialEnd, currentPeriodEnd, next } = facts;
  const isTrial = status === "trialing";
  const subject = `You’re on ${planName === null ? "your" : `the ${planName}`} ${isTrial ? "trial" : "plan"}`;
  const price = facts.price === null ? "" : `, ${facts.price}`;
  const end = trialEnd ?? currentPeriodEnd;
  if (cancelAt) {
    // A plan that is canceled for a date after the next period's start is charged until then.
    if (end && end.iso < cancelAt.iso) {
      return datedText`${subject}${isTrial ? "" : price}. The next period starts on ${end}, and the plan ends on ${cancelAt}.`;
    }
    const rest = isTrial ? "won’t turn into a paid plan" : "won’t renew";
    return datedText`${subject} until ${cancelAt}. It’s canceled and ${rest}. The work it covers ends that day.`;
  }
  if (statusDetail === "paused") return [`${subject}${price}. Its payments are paused.`];
  if (next && end) {
    const nextPrice = next.price === null ? "" : `, ${next.price}`;
    return datedText`${subject} until ${end}. Then ${next.planName ?? "a different price"}${nextPrice}.`;
  }
  if (trialEnd) {
    return datedText`${subject} until ${trialEnd}.${facts.price === null ? "" : ` Then ${facts.price}.`}`;
  }
  const renewal = currentPeriodEnd ? datedText` It renews on ${currentPeriodEnd}.` : [];
  return datedText`${subject}${price}.${renewal}`;
}

/** Replaces the row's sentence after a checkout whose subscription has not arrived. */
export const UNCONFIRMED = "Your plan isn’t confirmed yet.";

/** What the deletion of an account does to its live plan: only an active one has a paid period. */
export function describeDeletion({ status, planName }: SubscriptionFacts): string {
  const end = `Your ${getNoun(planName)} ends immediately.`;
  return status === "active" ? `${end} The rest of the paid period is not refunded.` : end;
}
