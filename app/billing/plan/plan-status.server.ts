/** What pages say about a plan. `.server`, so that the sentences never become part of the browser's script. */
import { href } from "react-router";
import { type DatedText, datedText, type Moment } from "~/ui/time/dated-text";
import { getPortalPath, PLAN_PATH, type PlanAction, PORTAL_PATH } from "./plan-actions";

/** An unpaid invoice, as Stripe has it. */
export interface PaymentDue {
  /** "$250.00". */
  readonly amount: string;
  /** "Visa ending in 4242"; null without a payment method. */
  readonly card: string | null;
  /** When the card is charged again; null if it is not. */
  readonly retryAt: Moment | null;
}

/** What a sentence about a plan is made of. */
export interface PlanFacts {
  /** Stripe's status: "active", "trialing", "past_due", …; null before the first subscription. */
  readonly status: string | null;
  /** Null for a subscription to another product. */
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

/** A plan in one or two sentences, with the next step. */
export interface PlanDescription {
  readonly text: DatedText;
  readonly action: PlanAction | null;
  /** Another way to the same end. */
  readonly secondAction: PlanAction | null;
  /** What can be undone, e.g. "Keep Business" instead of a scheduled switch; null when nothing can. */
  readonly keepLabel: string | null;
  /** The plan is paused until the subscriber acts. */
  readonly requiresAction: boolean;
}

/**
 * Describes a plan in any status that Stripe gives its subscription. Only Stripe knows the payment that is
 * `due`; null when nothing is due, and until Stripe was asked.
 */
export function describePlan(facts: PlanFacts, due: PaymentDue | null = null): PlanDescription {
  const plan = facts.planName === null ? "plan" : `${facts.planName} plan`;
  const amount = due ? ` (${due.amount})` : "";
  switch (facts.status) {
    case null:
      return describeEnd("You don’t have a plan yet.");
    case "active":
    case "trialing":
      return describeActive(facts);
    case "canceled":
      return describeEnd(`Your ${plan} has ended.`);
    case "incomplete_expired":
      return describeEnd(
        `Your ${plan} never started because the first payment wasn’t made in time.`,
      );
    case "past_due":
      return describePause(
        datedText`The last payment for your ${plan}${amount} failed.${due ? describeRetry(due) : []} The plan is paused until the invoice is paid.`,
        payAction(due),
        { label: "Update card", to: getPortalPath("card") },
      );
    case "unpaid":
      return describePause(
        [
          `Your ${plan} is paused until the invoice${amount} is paid.`,
          due?.card === null
            ? " No card is stored to charge, so please pay the invoice."
            : ` We won’t charge ${describeCard(due)} again automatically, so please update it and pay the invoice.`,
        ],
        payAction(due),
        { label: "Update card", to: getPortalPath("card") },
      );
    case "paused":
      return describePause(
        [
          `Your ${plan} is paused because the trial ended without a card. You are not being charged.`,
        ],
        { label: "Add a card", to: PORTAL_PATH },
      );
    case "incomplete":
      return describePause(
        [`Your ${plan} hasn’t started because the first payment${amount} isn’t complete.`],
        payAction(due),
      );
    // A status that Stripe added later.
    default:
      return describePause(
        [
          `Your ${plan} is paused. Our payment provider reports the status “${facts.status}”, which we don’t recognize yet.`,
        ],
        { label: "Open the billing portal", to: PORTAL_PATH },
      );
  }
}

function describeEnd(text: string): PlanDescription {
  return {
    text: [text],
    action: { label: "View plans", to: href("/pricing") },
    secondAction: null,
    keepLabel: null,
    requiresAction: false,
  };
}

function describePause(
  text: DatedText,
  action: PlanAction,
  secondAction: PlanAction | null = null,
): PlanDescription {
  return { text, action, secondAction, keepLabel: null, requiresAction: true };
}

/** Stripe's page of the invoice also takes a new card, so it ends the trouble in one step. */
function payAction(due: PaymentDue | null): PlanAction {
  const label = due ? `Pay ${due.amount}` : "Pay the invoice";
  return { label, name: `${label} (opens in a new tab)`, to: getPortalPath("pay"), isNewTab: true };
}

function describeActive(facts: PlanFacts): PlanDescription {
  const { planName, cancelAt, next } = facts;
  const canKeep = cancelAt !== null || next !== null;
  const keepLabel = canKeep ? `Keep ${planName ?? "my plan"}` : null;
  return {
    text: describeNextPeriod(facts),
    action: keepLabel === null ? null : { label: keepLabel, to: PLAN_PATH },
    secondAction: null,
    keepLabel,
    requiresAction: false,
  };
}

function describeNextPeriod(facts: PlanFacts): DatedText {
  const { status, planName, price, cancelAt, trialEnd, currentPeriodEnd, next } = facts;
  const isTrial = status === "trialing";
  const subject = `You’re on ${planName === null ? "your" : `the ${planName}`} ${isTrial ? "trial" : "plan"}`;
  if (cancelAt) {
    const rest = isTrial ? "won’t turn into a paid plan" : "won’t renew";
    return datedText`${subject} until ${cancelAt}. It’s canceled and ${rest}.`;
  }
  const end = trialEnd ?? currentPeriodEnd;
  if (next && end) {
    const nextPlan = `${next.planName ?? "a different price"}${formatPrice(next.price)}`;
    return datedText`${subject} until ${end}. Then ${nextPlan}.`;
  }
  if (trialEnd) {
    return datedText`${subject} until ${trialEnd}.${price === null ? "" : ` Then ${price}.`}`;
  }
  const renewal = currentPeriodEnd ? datedText` It renews on ${currentPeriodEnd}.` : [];
  return datedText`${subject}${formatPrice(price)}.${renewal}`;
}

function formatPrice(price: string | null): string {
  return price === null ? "" : `, ${price}`;
}

function describeRetry(due: PaymentDue): DatedText {
  const card = describeCard(due);
  if (due.card === null) return [" No card is stored to charge again."];
  return due.retryAt
    ? datedText` We’ll try ${card} again on ${due.retryAt}.`
    : [` We won’t charge ${card} again automatically.`];
}

function describeCard(due: PaymentDue | null): string {
  return due?.card ? `your ${due.card}` : "your card";
}
