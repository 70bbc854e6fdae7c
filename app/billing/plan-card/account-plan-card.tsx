import { Card } from "~/ui/card";
import { PlanInWords } from "../plan/plan-in-words";
import type { AccountPlan } from "../plan/plan-words";
import type { BillingDetails } from "./billing-details";
import { DetailedPlan } from "./detailed-plan";

export interface AccountPlanCardProps {
  readonly plan: AccountPlan;
  readonly email: string;
  /** Null where the page asks for them once it runs. */
  readonly details: BillingDetails | null;
  /** The page answers a form that was sent without scripts: loading it again would lose what it says. */
  readonly isAnswer: boolean;
}

/**
 * The plan, what is charged next, the card and the last invoices. The plan is there at once; what Stripe knows fills
 * in, or came with the page.
 */
export function AccountPlanCard({ plan, email, details, isAnswer }: AccountPlanCardProps) {
  return (
    <Card className="grid gap-5">
      <h2 className="text-subheading">Plan</h2>
      {plan.hasDetails ? (
        <DetailedPlan plan={plan} details={details} isAnswer={isAnswer} />
      ) : (
        <PlanInWords plan={plan} words={plan.words} />
      )}
      <p className="wrap-anywhere border-line border-t pt-4 text-ink-soft text-sm">
        Signed in as {email}. Plan: {plan.planId ?? "none"}. Subscription status:{" "}
        {plan.status ?? "none"}.
      </p>
    </Card>
  );
}
