import { planSection } from "~/content/billing/billing-details";
import { Card } from "~/ui/card";
import type { AccountPlan } from "../plan/plan-description";
import { PlanSummary } from "../plan/plan-summary";
import { type BillingDetails, PLAN_SECTION_ID } from "./billing-details";
import { DetailedPlan } from "./detailed-plan";

export interface PlanSectionProps {
  readonly plan: AccountPlan;
  /** Null when the browser loads them after the page. */
  readonly details: BillingDetails | null;
  /** The page is the response to a form sent without scripts: reloading it would lose the form's result. */
  readonly isFormResponse: boolean;
}

/** Plan, next payment, card and invoices. The plan renders immediately; Stripe's details load after the page. */
export function PlanSection({ plan, details, isFormResponse }: PlanSectionProps) {
  return (
    <Card id={PLAN_SECTION_ID} className="grid scroll-mt-24 gap-5">
      <h2 className="text-subheading">{planSection.heading}</h2>
      {plan.hasDetails ? (
        <DetailedPlan plan={plan} details={details} isFormResponse={isFormResponse} />
      ) : (
        <PlanSummary plan={plan} description={plan.description} />
      )}
    </Card>
  );
}
