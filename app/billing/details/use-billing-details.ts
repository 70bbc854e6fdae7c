import { useEffect } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { BILLING_DETAILS_PATH } from "~/content/billing/plan-actions";
import type { BillingDetails } from "./billing-details";

/**
 * The loader's details, or those of the resource route, which is loaded on mount if there are none, and with the page
 * when the reader comes back to this tab while a payment is due: it may have been made in another one.
 */
export function useBillingDetails(initial: BillingDetails | null) {
  const { data, state, load } = useFetcher<BillingDetails | { status: "error"; message: string }>();
  const isMissing = initial === null;
  useEffect(() => {
    if (isMissing) void load(BILLING_DETAILS_PATH);
  }, [isMissing, load]);
  const fetched: BillingDetails | undefined =
    data && ("state" in data ? data : { state: "unavailable", message: data.message });
  // What was fetched may be older: a step such as "Keep" ends with the loader's details.
  const details = initial?.state === "loaded" ? initial : (fetched ?? initial ?? undefined);
  const isDue = details?.state === "loaded" && details.due !== null;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isDue) return;
    const refresh = () => {
      if (document.hidden) return;
      void load(BILLING_DETAILS_PATH);
      void revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [isDue, load, revalidate]);
  return {
    details,
    isLoading: state !== "idle" || details === undefined,
    load: () => void load(BILLING_DETAILS_PATH),
  };
}
