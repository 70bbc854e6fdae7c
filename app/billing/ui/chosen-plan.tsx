import { href } from "react-router";
import { TextLink } from "~/ui/button";
import type { findChosenPlan } from "../checkout/purchase.server";

type ChosenPlan = ReturnType<typeof findChosenPlan>;

/** Shows a guest the plan they are signing in for; `isNew` while they create an account. */
export function ChosenPlanNote({ plan, isNew }: { plan: ChosenPlan; isNew: boolean }) {
  if (!plan) return null;
  return (
    <p className="text-ink-soft">
      <span>You chose the</span> <strong className="text-ink">{`${plan.name} plan`}</strong>.{" "}
      {isNew ? (
        <span>{`${plan.terms} You’ll add a card after you confirm your email.`}</span>
      ) : (
        <span>Sign in to continue. If it’s your first plan, you pay nothing today.</span>
      )}
      <TextLink to={href("/pricing")} className="block w-fit">
        Change plan
      </TextLink>
    </p>
  );
}
