/** What the settings say to a user who returns from Stripe: what differs from the plan they left with. */
import * as v from "valibot";
import type { PlanId } from "~/content/plans";
import { type DatedText, datedText } from "~/ui/time/dated-text";
import { describeNextStep } from "../plan/next-steps";
import { describeCharge, describeRecovery } from "../plan/plan-actions";
import { isActiveStatus } from "../plan/plan-catalog";
import type { PlanFacts } from "../plan/plan-status.server";
import type { PlanRow } from "../plan/plan-view.server";
import type { Charge, Payment } from "../stripe/stripe-payment.server";

/** A plan at one moment, for comparison. */
export const planSnapshotSchema = v.strictObject({
  /** Epoch seconds. */
  at: v.number(),
  status: v.nullable(v.string()),
  price: v.nullable(v.string()),
  nextPrice: v.nullable(v.string()),
  /** ISO 8601. */
  cancelAt: v.nullable(v.string()),
});

type PlanSnapshot = Readonly<v.InferOutput<typeof planSnapshotSchema>>;

/** The parts of a plan that a return is compared by. */
export function snapshotPlan(row: PlanRow, now = Date.now()): PlanSnapshot {
  return {
    at: Math.floor(now / 1000),
    status: row.stripeSubscriptionStatus,
    price: row.stripePriceId,
    nextPrice: row.stripeNextPriceId,
    cancelAt: row.cancelAt?.toISOString() ?? null,
  };
}

/** The plan and its payment as Stripe has them. */
export interface PlanAtStripe extends Pick<Payment, "card" | "cardAddedAt"> {
  readonly mark: PlanSnapshot;
  readonly plan: PlanFacts & { readonly planId: PlanId | null };
  /** The last payment; null when nothing was paid. */
  readonly charge: Charge | null;
}

export interface ReturnNotice {
  readonly type: "success" | "error";
  readonly text: DatedText;
}

/** When Stripe could not be read. */
export const RETURN_UNKNOWN = failure(
  "We can’t show yet whether this worked. Please reload this page in a moment.",
);
/** When Stripe rejected that the plan is kept. */
export const KEEP_FAILED = failure(
  "Our payment provider didn’t accept this. Your plan is as shown below; please try again.",
);

/** When the plan could not be read, before anything was changed at Stripe. */
export const KEEP_UNREAD = failure(
  "We couldn’t read your plan, so nothing was changed. Please try again.",
);

/** Describes what changed since `before`; null when nothing did, and when the plan's own sentence says it. */
export function describeChange(before: PlanSnapshot, now: PlanAtStripe): ReturnNotice | null {
  const { mark, plan, card, cardAddedAt } = now;
  const change = isActiveStatus(mark.status) ? describePlanChange(before, now) : null;
  const hasNewCard = plan.status !== null && cardAddedAt !== null && cardAddedAt >= before.at;
  const text = change ?? (hasNewCard ? [`Your card is updated: ${card}.`] : null);
  return text && { type: "success", text };
}

function describePlanChange(before: PlanSnapshot, now: PlanAtStripe): DatedText | null {
  const { plan, mark } = now;
  const name = plan.planName ?? "your plan";
  const charge = now.charge && now.charge.paidAt >= before.at ? now.charge : null;
  if (!isActiveStatus(before.status)) {
    return [describeRecovery(charge?.amount ?? null, plan.planName, charge?.nextCard ?? null)];
  }
  if (mark.price !== before.price) return describeSwitch(plan, charge);
  if (mark.nextPrice !== before.nextPrice && plan.next && plan.currentPeriodEnd) {
    const next = plan.next.planName ?? "a different price";
    return datedText`You’ll switch to ${next} on ${plan.currentPeriodEnd}. Until then you keep ${name}.`;
  }
  if (plan.cancelAt) {
    if (before.cancelAt) return null;
    return datedText`Your plan is canceled. You keep ${name} until ${plan.cancelAt}.`;
  }
  const isKept = before.cancelAt !== null || (before.nextPrice !== null && !mark.nextPrice);
  return isKept ? datedText`You’re keeping ${name}.${describeRenewal(plan)}` : null;
}

function describeRenewal({ trialEnd, currentPeriodEnd }: PlanFacts): DatedText {
  if (!currentPeriodEnd) return [];
  if (trialEnd) return datedText` Your trial continues until ${trialEnd}.`;
  return datedText` It renews on ${currentPeriodEnd}.`;
}

function describeSwitch(plan: PlanAtStripe["plan"], charge: Charge | null): DatedText {
  const name = plan.planName ?? "your new plan";
  if (plan.trialEnd) {
    return datedText`You’re on ${name} now. You pay nothing until your trial ends on ${plan.trialEnd}.`;
  }
  const text = charge ? ` ${describeCharge(charge)}` : "";
  return [`You’re on ${name} now.${text} ${describeNextStep(plan.planId)}`];
}

function failure(text: string): ReturnNotice {
  return { type: "error", text: [text] };
}
