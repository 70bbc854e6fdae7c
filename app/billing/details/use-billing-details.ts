import { useEffect } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { BILLING_DETAILS_PATH } from "../plan/plan-actions";
import type { BillingDetails } from "./billing-details";

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
