/** What settings say to a reader who returns from Stripe. `.server`, as the sentences about plans are. */
import { type DatedText, datedText } from "../dated-text";
import { findPlan, type PlanId } from "../plans";
import type { PortalFlow } from "./plan-actions";
import type { PaymentDue, PlanFacts } from "./plan-status.server";

export interface ReturnNotice {
  readonly type: "success" | "error";
  readonly text: DatedText;
}

/** The plan as Stripe has it after the step. */
export interface ReturnFacts {
  readonly plan: PlanFacts & { readonly planId: PlanId | null };
  /** The plan gives access, so the step can have worked. */
  readonly isActive: boolean;
  readonly card: string | null;
  readonly due: PaymentDue | null;
  readonly justCharged: string | null;
}

/** Which step the reader returns from: one of the portal's, or the form that keeps a plan. */
export type ReturnStep = PortalFlow | "keep";

/**
 * Describes how `step` ended, by what Stripe has now: a step that changed nothing is not praised. `facts` is undefined
 * when Stripe could not be read.
 */
export function describeReturn(
  step: ReturnStep,
  facts: ReturnFacts | undefined,
): ReturnNotice | null {
  if (!facts) {
    return failure("We can’t show yet whether this worked. Please reload this page in a moment.");
  }
  const { plan } = facts;
  // Ended or unpaid: what the page says about the plan is the answer.
  if (step !== "card" && !facts.isActive) return null;
  const name = plan.planName ?? "your plan";
  switch (step) {
    case "card":
      return facts.card === null ? null : success(describeCard(facts));
    case "cancel":
      if (!plan.cancelAt) return null;
      return success(datedText`Your plan is canceled. You keep ${name} until ${plan.cancelAt}.`);
    case "keep":
      if (plan.cancelAt || plan.next) {
        return failure(
          "Our payment provider didn’t accept this. Your plan is as shown below; please try again.",
        );
      }
      return success(datedText`You’re keeping ${name}.${describeRenewal(plan)}`);
    default:
      return describeSwitch(step, facts);
  }
}

function describeRenewal({ trialEnd, currentPeriodEnd, isTrialWithoutCard }: PlanFacts): DatedText {
  if (isTrialWithoutCard || !currentPeriodEnd) return [];
  if (trialEnd) return datedText` Your trial continues until ${trialEnd}.`;
  return datedText` It renews on ${currentPeriodEnd}.`;
}

function describeCard({ card, due }: ReturnFacts): DatedText {
  if (!due) return [`Your card is updated: ${card}.`];
  if (!due.retryAt) return [`Your card is updated. Pay ${due.amount} now to continue your plan.`];
  return datedText`Your card is updated. Pay ${due.amount} now, or we’ll try it on ${due.retryAt}.`;
}

function describeSwitch(to: PlanId, { plan, card, justCharged }: ReturnFacts): ReturnNotice | null {
  const name = findPlan(to)?.name ?? to;
  if (plan.cancelAt) return null;
  if (plan.planId === to && plan.trialEnd) {
    return success(
      datedText`You’re on ${name} now. You pay nothing until your trial ends on ${plan.trialEnd}.`,
    );
  }
  if (plan.planId === to) {
    const charge =
      justCharged === null ? "" : ` ${justCharged} was charged${card ? ` to your ${card}` : ""}.`;
    return success([
      `You’re on ${name} now.${charge} ${WELCOME[to] ?? "One of us will email you within one business day."}`,
    ]);
  }
  if (plan.next?.planName !== name || !plan.currentPeriodEnd) return null;
  return success(
    datedText`You’ll switch to ${name} on ${plan.currentPeriodEnd}. Until then you keep ${plan.planName ?? "your plan"}.`,
  );
}

/** What follows a switch to a plan with more than that. */
const WELCOME: Partial<Record<PlanId, string>> = {
  business: "Both founders will write to plan the first session.",
};

const success = (text: DatedText): ReturnNotice => ({ type: "success", text });
const failure = (text: string): ReturnNotice => ({ type: "error", text: [text] });
