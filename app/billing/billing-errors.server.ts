import { AUTH_ERRORS } from "~/auth/auth-errors.server";
import { billingErrors, checkoutErrors } from "~/content/billing/billing-errors";
import { type AppError, appError } from "~/http/app-error";

export const BILLING_ERRORS = {
  unavailable: appError(503, "billing/unavailable", billingErrors.portalUnavailable),
  /** Browsers discard a prefetch with an error status, and load the page again on navigation. */
  speculative: appError(503, "billing/speculative", billingErrors.speculative),
  noCustomer: appError(404, "billing/no-customer", billingErrors.noCustomer),
} as const;

const checkoutError = (status: number, name: keyof typeof checkoutErrors): AppError => ({
  status,
  code: `billing/${name}`,
  message: checkoutErrors[name],
});

/** Why a checkout was not opened, with the response. */
export const CHECKOUT_ERRORS = {
  "already-subscribed": checkoutError(409, "already-subscribed"),
  "in-progress": checkoutError(409, "in-progress"),
  /** A deletion of the account was started. */
  closing: checkoutError(409, "closing"),
  /** The session has ended or the account was deleted. */
  "session-ended": AUTH_ERRORS.invalidToken,
  /** Stripe does not know the user's customer, so an operator has to check the API key. */
  "unknown-customer": checkoutError(503, "unknown-customer"),
  "not-sold": checkoutError(409, "not-sold"),
  rejected: checkoutError(503, "rejected"),
  /** No response, so a session may have been created. */
  "no-response": checkoutError(503, "no-response"),
  /** The database failed, or Stripe's rate limit was reached. */
  unavailable: checkoutError(503, "unavailable"),
} as const;

export type CheckoutError = keyof typeof CHECKOUT_ERRORS;
