/** What the settings say to a user who returns from Stripe: what the email about it says, in the words of a page. */
import * as v from "valibot";
import type { PlanId } from "~/content/plans";
import { type DatedText, datedText } from "~/ui/time/dated-text";
import { describeNextStep } from "../plan/next-steps";
import { describeCharge, describeRecovery } from "../plan/plan-actions";
import type { PlanFacts } from "../plan/plan-status.server";

/** A row of the outbox about a change of a plan (0002_plan_changes.sql). */
export const toldChangeSchema = v.object({
  template: v.picklist([
    "plan_switched",
    "switch_scheduled",
    "plan_canceled",
    "plan_kept",
    "payment_recovered",
  ]),
  charge: v.nullable(
    v.object({
      amount: v.string(),
      card: v.nullish(v.string(), null),
      nextCard: v.nullish(v.string(), null),
    }),
  ),
});

export type ToldChange = Readonly<v.InferOutput<typeof toldChangeSchema>>;

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

/** Describes a change of the plan that is now `plan`. */
export function describeToldChange(
  { template, charge }: ToldChange,
  plan: PlanFacts & { readonly planId: PlanId | null },
): ReturnNotice {
  const name = plan.planName ?? "your plan";
  const { next, currentPeriodEnd, cancelAt } = plan;
  const texts: Readonly<Record<ToldChange["template"], () => DatedText>> = {
    plan_switched: () => describeSwitch(plan, charge),
    switch_scheduled: () =>
      datedText`You’ll switch to ${next?.planName ?? "a different price"} on ${currentPeriodEnd ?? "your next renewal"}. Until then you keep ${name}.`,
    plan_canceled: () =>
      datedText`Your plan is canceled. You keep ${name} until ${cancelAt ?? "it ends"}.`,
    plan_kept: () => datedText`You’re keeping ${name}.${describeRenewal(plan)}`,
    payment_recovered: () => [
      describeRecovery(charge?.amount ?? null, plan.planName, charge?.nextCard ?? null),
    ],
  };
  return { type: "success", text: texts[template]() };
}

function describeRenewal({ trialEnd, currentPeriodEnd }: PlanFacts): DatedText {
  if (!currentPeriodEnd) return [];
  if (trialEnd) return datedText` Your trial continues until ${trialEnd}.`;
  return datedText` It renews on ${currentPeriodEnd}.`;
}

function describeSwitch(
  plan: PlanFacts & { readonly planId: PlanId | null },
  charge: ToldChange["charge"],
): DatedText {
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
