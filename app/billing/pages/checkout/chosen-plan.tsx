import { datedText } from "~/ui/time/dated-text";
import { LocalizedText } from "~/ui/time/local-time";
import type { findChosenPlan } from "./purchase.server";

type ChosenPlan = ReturnType<typeof findChosenPlan>;

/** Shows a guest the plan they are signing in for; `isNew` while they create an account. */
export function ChosenPlanNote({ plan, isNew }: { plan: ChosenPlan; isNew: boolean }) {
  if (!plan) return null;
  return (
    <p className="text-ink-soft">
      <span>You chose the</span> <strong className="text-ink">{`${plan.name} plan`}</strong>.{" "}
      {isNew ? (
        <LocalizedText text={datedText`${plan.terms} ${plan.afterSignUp}`} />
      ) : (
        <span>Sign in to continue. If it’s your first plan, you pay nothing today.</span>
      )}
    </p>
  );
}
