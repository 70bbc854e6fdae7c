import { chosenPlan } from "~/content/billing/checkout";
import type { findChosenPlan } from "./purchase.server";

type ChosenPlan = ReturnType<typeof findChosenPlan>;

/** Shows a guest the plan they are signing in for; `isNew` while they create an account. */
export function ChosenPlanNote({ plan, isNew }: { plan: ChosenPlan; isNew: boolean }) {
  if (!plan) return null;
  return (
    <p className="text-ink-soft">
      {chosenPlan.before} <strong className="text-ink">{chosenPlan.plan(plan.name)}</strong>.{" "}
      <span>{isNew ? `${plan.terms} ${plan.afterSignUp}` : chosenPlan.afterSignIn}</span>
    </p>
  );
}
