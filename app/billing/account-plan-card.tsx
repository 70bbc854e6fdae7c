import { Alert } from "~/ui/alert";
import { Card } from "~/ui/card";
import { ReaderText } from "~/ui/reader-time";
import type { AccountPlan, DetailsNow } from "./account-plan.server";
import { DetailedPlan } from "./detailed-plan";
import { PlanInWords } from "./plan-in-words";

export interface AccountPlanCardProps extends DetailsNow {
  readonly plan: AccountPlan;
  readonly email: string;
  /** The page answers a form that was sent without scripts: loading it again would lose what it says. */
  readonly isAnswer: boolean;
}

/**
 * The plan, what is charged next, the card and the last invoices. The plan is there at once; what Stripe knows fills
 * in, or came with the page.
 */
export function AccountPlanCard({ plan, email, details, changes, isAnswer }: AccountPlanCardProps) {
  return (
    <Card className="grid gap-5">
      <h2 className="text-subheading">Plan</h2>
      {changes ? (
        <Alert type="success">
          <ReaderText text={changes} />
        </Alert>
      ) : null}
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
