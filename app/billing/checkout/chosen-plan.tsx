/** A plan that a guest has chosen. */
export interface ChosenPlan {
  readonly name: string;
  /** When it is charged, for somebody who is new here. */
  readonly terms: string;
}

/** Says to a guest on the way to a checkout what this is for; `isNew` for somebody who makes an account. */
export function ChosenPlanNote({ plan, isNew }: { plan: ChosenPlan | null; isNew: boolean }) {
  if (!plan) return null;
  return (
    <p className="text-ink-soft">
      You chose the <strong className="text-ink">{plan.name} plan</strong>.{" "}
      {isNew
        ? `${plan.terms} Once your email is confirmed you go on to payment.`
        : "Sign in to go on to payment."}
    </p>
  );
}
