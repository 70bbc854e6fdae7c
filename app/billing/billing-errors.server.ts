import { AUTH_ERRORS } from "~/auth/auth-errors.server";
import { billingErrors, checkoutErrors } from "~/content/billing/billing-errors";
import { type AppError, OUTAGE_RETRY_S } from "~/http/app-error";
import type { CheckoutError } from "./checkout/checkout.server";

/** Errors of the billing portal. */
export const BILLING_ERRORS = {
  unavailable: {
    status: 503,
    code: "billing/unavailable",
    message: billingErrors.portalUnavailable,
    retryAfterS: OUTAGE_RETRY_S,
  },
  /** Browsers discard a prefetch with an error status, and load the page again on navigation. */
  speculative: {
    status: 503,
    code: "billing/speculative",
    message: billingErrors.speculative,
  },
  noCustomer: {
    status: 404,
    code: "billing/no-customer",
    message: billingErrors.noCustomer,
  },
} as const satisfies Readonly<Record<string, AppError>>;

/** The response for each error of a checkout. */
export const CHECKOUT_ERRORS: Readonly<Record<CheckoutError, AppError>> = {
  "already-subscribed": {
    status: 409,
    code: "billing/already-subscribed",
    message: checkoutErrors.alreadySubscribed,
  },
  "in-progress": {
    status: 409,
    code: "billing/in-progress",
    message: checkoutErrors.inProgress,
  },
  closing: {
    status: 409,
    code: "billing/closing",
    message: checkoutErrors.closing,
  },
  "session-ended": AUTH_ERRORS.invalidToken,
  "unknown-customer": {
    status: 503,
    code: "billing/unknown-customer",
    message: checkoutErrors.unknownCustomer,
  },
  "not-sold": {
    status: 409,
    code: "billing/not-sold",
    message: checkoutErrors.notSold,
  },
  rejected: {
    status: 503,
    code: "billing/rejected",
    message: checkoutErrors.rejected,
  },
  "no-response": {
    status: 503,
    code: "billing/no-response",
    message: checkoutErrors.noResponse,
    retryAfterS: OUTAGE_RETRY_S,
  },
  unavailable: {
    status: 503,
    code: "billing/unavailable",
    message: checkoutErrors.unavailable,
    retryAfterS: OUTAGE_RETRY_S,
  },
};
