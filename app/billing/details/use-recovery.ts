import { useState } from "react";
import { isActiveStatus } from "../plan/plan-catalog";
import { describeRecovery } from "../plan/plan-payment";
import type { PlanView } from "../plan/plan-view.server";
import type { BillingDetails } from "./billing-details";

/** What to say once a failed payment went through while the page was open; null otherwise. */
export function useRecovery(plan: PlanView, details: BillingDetails | undefined): string | null {
  const due = details?.state === "loaded" && plan.requiresAction ? details.due : null;
  const [failed, setFailed] = useState<string | null>(null);
  if (due && due.amount !== failed) setFailed(due.amount);
  if (failed === null || !isActiveStatus(plan.status)) return null;
  const nextCard = details?.state === "loaded" && details.otherCard !== null ? details.card : null;
  return describeRecovery(failed, plan.planName, nextCard);
}
