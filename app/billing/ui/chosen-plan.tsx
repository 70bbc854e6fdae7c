import { href } from "react-router";
import { TextLink } from "~/ui/button";
import type { findChosenPlan } from "../checkout/purchase.server";

type ChosenPlan = ReturnType<typeof findChosenPlan>;

/** Shows a guest the plan they are signing in for; `isNew` while they create an account. */
export function ChosenPlanNote({ plan, isNew }: { plan: ChosenPlan; isNew: boolean }) {
  if (!plan) return null;
  return (
    <div className="grid gap-1 rounded-control bg-sunken p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>{`${plan.name} plan`}</strong>
        <TextLink to={href("/pricing")} className="text-sm">
          Change plan
        </TextLink>
      </p>
      <p className="text-ink-soft text-sm">
        {isNew
          ? `${plan.terms} You’ll add a card after you confirm your email.`
          : "Sign in to continue. If it’s your first plan, you pay nothing today."}
      </p>
    </div>
  );
}
