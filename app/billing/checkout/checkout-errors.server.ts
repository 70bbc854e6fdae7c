import { AUTH_ERRORS } from "~/auth/gotrue/auth-errors.server";
import { appError, unknownOutcome } from "~/http/app-error";

/** How long a started deletion blocks checkout, in case the account is not deleted after all. */
export const CLOSED_FOR_MIN = 10;

/** Why a checkout was not opened, with the response. */
export const CHECKOUT_ERRORS = {
  "already-subscribed": appError(
    409,
    "billing/already-subscribed",
    "You already have a subscription. To change it, go to Settings, then Billing.",
  ),
  "in-progress": appError(
    409,
    "billing/in-progress",
    "An earlier checkout may still be opening. Please try again in a minute.",
  ),
  /** A deletion of the account was started. */
  closing: appError(
    409,
    "billing/closing",
    `You asked us to delete this account, so it can’t start a subscription. If you changed your mind, try again in ${CLOSED_FOR_MIN} minutes.`,
  ),
  /** The session has ended or the account was deleted. */
  "session-ended": AUTH_ERRORS.invalidToken,
  /** Stripe does not know the user's customer, so an operator has to check the API key. */
  "unknown-customer": appError(
    503,
    "billing/unknown-customer",
    "Stripe can’t find your billing account, and we didn’t create a second one. Please contact us.",
  ),
  "email-rejected": appError(
    409,
    "billing/email-rejected",
    "Stripe doesn’t accept your email address. Nothing was charged. Please change it in Settings, or contact us.",
  ),
  /** There was no response, so a session may have been created. */
  "no-response": unknownOutcome(
    "billing/no-response",
    "Nothing is charged until you pay on the payment page. Please try again in a moment.",
  ),
  /** The database failed, or Stripe declined; the log says why. */
  unavailable: appError(
    503,
    "billing/unavailable",
    "We couldn’t open the payment page. Nothing was charged. Please try again in a moment, and contact us if it happens again.",
  ),
} as const;

export type CheckoutError = keyof typeof CHECKOUT_ERRORS;
