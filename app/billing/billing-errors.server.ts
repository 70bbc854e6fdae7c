import { AUTH_ERRORS } from "~/auth/auth-errors.server";
import { type AppError, OUTAGE_RETRY_S } from "~/forms/app-error";
import type { CheckoutError } from "./checkout/checkout.server";

/** What can keep somebody from the payment page or the billing portal. */
export const BILLING_ERRORS = {
  unavailable: {
    status: 503,
    code: "billing/unavailable",
    message: "The payment service does not answer right now; please try again in a moment.",
    retryAfterS: OUTAGE_RETRY_S,
  },
  /** Browsers throw such an answer away, and ask again when somebody follows the link. */
  speculative: {
    status: 503,
    code: "billing/speculative",
    message: "The billing portal opens when you follow the link.",
  },
  noCustomer: {
    status: 404,
    code: "billing/no-customer",
    message: "There is nothing to manage yet: you have no subscription",
  },
} as const satisfies Readonly<Record<string, AppError>>;

/** How each refusal of a checkout is told. */
export const CHECKOUT_ERRORS: Readonly<Record<CheckoutError, AppError>> = {
  "already-subscribed": {
    status: 409,
    code: "billing/already-subscribed",
    message: "You already have a subscription. Change it under Settings, Billing.",
  },
  "in-progress": {
    status: 409,
    code: "billing/in-progress",
    message: "A checkout is being opened already. Please try again in a moment.",
  },
  closing: {
    status: 409,
    code: "billing/closing",
    message: "This account is being deleted, so nothing can be bought with it.",
  },
  "session-ended": AUTH_ERRORS.invalidToken,
  "unknown-customer": {
    status: 503,
    code: "billing/unknown-customer",
    message:
      "We cannot reach your billing account right now, so no second one was made. Please write to us.",
  },
  "not-sold": {
    status: 409,
    code: "billing/not-sold",
    message:
      "This plan is not for sale at the moment: its price has been withdrawn. Nothing was charged. Please choose another plan, or contact us.",
  },
  refused: {
    status: 503,
    code: "billing/refused",
    message:
      "Our payment provider declined to open a payment page. Nothing was charged. Please contact us if it happens again.",
  },
  "no-answer": {
    status: 503,
    code: "billing/no-answer",
    message:
      "Our payment provider didn't answer, so we can't tell whether a payment page was created. You are only charged if you pay there: if you did, your plan appears on your dashboard. Otherwise, please try again in a moment.",
    retryAfterS: OUTAGE_RETRY_S,
  },
  unavailable: {
    status: 503,
    code: "billing/unavailable",
    message:
      "We couldn't open the payment page. Nothing was charged. Please try again in a moment.",
    retryAfterS: OUTAGE_RETRY_S,
  },
};
