import { chosenPlan } from "~/content/billing/checkout";

/** A plan that a guest has chosen. */
export interface ChosenPlan {
  readonly name: string;
  /** When the first payment is due for a new customer. */
  readonly terms: string;
}

/** Shows a guest the plan they are signing in for; `isNew` while they create an account. */
export function ChosenPlanNote({ plan, isNew }: { plan: ChosenPlan | null; isNew: boolean }) {
  if (!plan) return null;
  return (
    <p className="text-ink-soft">
      {chosenPlan.before} <strong className="text-ink">{chosenPlan.plan(plan.name)}</strong>.{" "}
      <span>{isNew ? `${plan.terms} ${chosenPlan.afterSignUp}` : chosenPlan.afterSignIn}</span>
    </p>
  );
}
