/** Changes of a plan that were emailed, and what the page says about them after a return from Stripe. */
import * as v from "valibot";
import { type DatedText, datedText } from "~/ui/time/dated-text";
import { describeNextStep } from "./next-step.server";
import type { SubscriptionFacts } from "./subscription-sentences.server";

/** A row of the outbox about a change of a subscription (`enqueue_plan_emails`). */
export const emailedPlanChangeSchema = v.object({
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
      /** Paid for a switch; absent in a row of before. */
      isSwitch: v.optional(v.boolean(), false),
    }),
  ),
});

export type EmailedPlanChange = Readonly<v.InferOutput<typeof emailedPlanChangeSchema>>;

/** A sentence above the settings. */
export interface Notice {
  readonly type: "success" | "error";
  readonly text: DatedText;
}

/**
 * Says what happened, as the email about it does; what follows from it for the plan is said on its card.
 * `facts` are the plan's after the change.
 */
export function describeEmailedPlanChange(
  { template, charge }: EmailedPlanChange,
  facts: SubscriptionFacts,
): Notice {
  const name = facts.planName ?? "your plan";
  return { type: "success", text: SENTENCES[template]({ ...facts, name }, charge) };
}

interface ChangedPlan extends SubscriptionFacts {
  readonly name: string;
}

type Sentence = (facts: ChangedPlan, charge: EmailedPlanChange["charge"]) => DatedText;

const SENTENCES: Readonly<Record<EmailedPlanChange["template"], Sentence>> = {
  plan_switched: (facts, charge) => {
    const text = charge ? ` ${describeCharge(charge)}` : "";
    return datedText`You’re on ${facts.name} now.${text}${promiseNextStep(facts)}`;
  },
  switch_scheduled: ({ next }) => [
    `Your switch to ${next?.planName ?? "a different price"} is scheduled.`,
  ],
  plan_canceled: () => ["Your cancellation is confirmed."],
  plan_kept: ({ name }) => [`You’re keeping ${name}.`],
  payment_recovered: (facts, charge) => {
    const sum = charge ? ` of ${charge.amount}` : "";
    const next = charge?.nextCard ? ` ${describeNextCard(charge.nextCard)}` : "";
    const promise = charge?.isSwitch ? promiseNextStep(facts) : [];
    return datedText`Your payment${sum} went through.${next}${promise}`;
  },
};

/** Nothing follows a switch of a plan that is canceled. */
function promiseNextStep({ planId, cancelAt }: SubscriptionFacts): DatedText {
  return cancelAt ? [] : datedText` ${describeNextStep(planId)}`;
}

/** `card` is null where it is unknown; `nextCard` is charged next, if that is another one. */
export function describeCharge(charge: {
  readonly amount: string;
  readonly card?: string | null;
  readonly nextCard?: string | null;
}): string {
  const { amount, card, nextCard } = charge;
  return `${amount} was charged${card ? ` to your ${card}` : ""}.${nextCard ? ` ${describeNextCard(nextCard)}` : ""}`;
}

/** Another card paid, which changes none: the one that was declined stays. */
function describeNextCard(card: string): string {
  return `Your next payment still goes to your ${card}, unless you update it.`;
}
