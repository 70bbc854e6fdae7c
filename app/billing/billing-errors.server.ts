import { AUTH_ERRORS } from "~/auth/auth-errors.server";
import { billingErrors, checkoutErrors } from "~/content/billing/billing-errors";
import type { AppError } from "~/http/app-error";

/** Errors of the billing portal. */
export const BILLING_ERRORS = {
  unavailable: {
    status: 503,
    code: "billing/unavailable",
    message: billingErrors.portalUnavailable,
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

/** Why a checkout was not opened, with the response. */
export const CHECKOUT_ERRORS = {
  /** The user has a subscription that has not ended. */
  "already-subscribed": {
    status: 409,
    code: "billing/already-subscribed",
    message: checkoutErrors.alreadySubscribed,
  },
  /** Another request holds the checkout lease. */
  "in-progress": {
    status: 409,
    code: "billing/in-progress",
    message: checkoutErrors.inProgress,
  },
  /** A deletion of the account was started. */
  closing: {
    status: 409,
    code: "billing/closing",
    message: checkoutErrors.closing,
  },
  /** The session has ended or the account was deleted. */
  "session-ended": AUTH_ERRORS.invalidToken,
  /** Stripe does not know the user's customer, so an operator has to check the API key. */
  "unknown-customer": {
    status: 503,
    code: "billing/unknown-customer",
    message: checkoutErrors.unknownCustomer,
  },
  /** Stripe rejected the price. */
  "not-sold": {
    status: 409,
    code: "billing/not-sold",
    message: checkoutErrors.notSold,
  },
  /** Stripe rejected the call for another reason. */
  rejected: {
    status: 503,
    code: "billing/rejected",
    message: checkoutErrors.rejected,
  },
  /** No response, so a session may have been created. */
  "no-response": {
    status: 503,
    code: "billing/no-response",
    message: checkoutErrors.noResponse,
  },
  /** The database failed, or Stripe's rate limit was reached. */
  unavailable: {
    status: 503,
    code: "billing/unavailable",
    message: checkoutErrors.unavailable,
  },
} as const satisfies Readonly<Record<string, AppError>>;

export type CheckoutError = keyof typeof CHECKOUT_ERRORS;
