import { useEffect, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { BILLING_DETAILS_PATH, describeRecovery } from "../plan/plan-actions";
import { isActiveStatus } from "../plan/plan-catalog";
import type { PlanView } from "../plan/plan-view.server";
import type { BillingDetails } from "./billing-details.server";

/**
 * Stripe's details, loaded after the page; undefined until then. Read again with the page, when the user
 * comes back to this tab while a payment is due: it may have been made in another one.
 */
export function useBillingDetails() {
  const { data, state, load } = useFetcher<{ readonly details: BillingDetails }>();
  useEffect(() => void load(BILLING_DETAILS_PATH), [load]);
  const details = data?.details;
  const isDue = details?.state === "loaded" && details.due !== null;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isDue) return;
    const refresh = () => void (document.hidden || revalidate());
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [isDue, revalidate]);
  return { details, isLoading: state !== "idle", load: () => void load(BILLING_DETAILS_PATH) };
}

/** What to say once a failed payment went through while the page was open; null otherwise. */
export function useRecovery(plan: PlanView, details: BillingDetails | undefined): string | null {
  const due = details?.state === "loaded" && plan.requiresAction ? details.due : null;
  const [failed, setFailed] = useState<string | null>(null);
  if (due && due.amount !== failed) setFailed(due.amount);
  if (failed === null || !isActiveStatus(plan.status)) return null;
  const nextCard = details?.state === "loaded" && details.otherCard !== null ? details.card : null;
  return describeRecovery(failed, plan.planName, nextCard);
}
