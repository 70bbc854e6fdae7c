import { appError } from "~/http/app-error";

export const PORTAL_ERRORS = {
  unavailable: appError(
    503,
    "billing/unavailable",
    "We couldn’t open the billing portal. Your plan is not affected. Please try again in a moment, and contact us if it happens again.",
  ),
  noCustomer: appError(404, "billing/no-customer", "You don’t have a subscription to manage yet."),
} as const;
