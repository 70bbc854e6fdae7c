import { appError } from "~/http/app-error";

export const PORTAL_ERRORS = {
  unavailable: appError(
    503,
    "billing/unavailable",
    "We couldn’t open the billing portal. Your plan is not affected. Please try again in a moment.",
  ),
  /** A mistake in the configuration: for example, no portal configuration is saved at Stripe. */
  rejected: appError(
    503,
    "billing/rejected",
    "Stripe declined to open the billing portal. Your plan is not affected. Please contact us.",
  ),
  /** Browsers discard a prefetch with an error status, and load the page again on navigation. */
  speculative: appError(
    503,
    "billing/speculative",
    "The billing portal opens when you follow the link.",
  ),
  noCustomer: appError(404, "billing/no-customer", "You don’t have a subscription to manage yet."),
} as const;
