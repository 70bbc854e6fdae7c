import { useEffect } from "react";
import { useFetcher } from "react-router";
import { BILLING_DETAILS_PATH, type BillingDetails } from "./billing-details";

/** The loader's details, or the latest from the resource route, which is loaded on mount if there are none. */
export function useBillingDetails(initial: BillingDetails | null) {
  const { data, state, load } = useFetcher<BillingDetails | { status: "error"; message: string }>();
  const isMissing = initial === null;
  useEffect(() => {
    if (isMissing) void load(BILLING_DETAILS_PATH);
  }, [isMissing, load]);
  const fetched: BillingDetails | undefined =
    data && ("state" in data ? data : { state: "unavailable", message: data.message });
  const details = fetched ?? initial ?? undefined;
  return {
    details,
    isLoading: state !== "idle" || details === undefined,
    load: () => void load(BILLING_DETAILS_PATH),
  };
}
