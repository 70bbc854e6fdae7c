/** The product's own errors about signing in. What GoTrue's mean: codes.server.ts. */
import { appError, ERROR_CODES } from "~/http/app-error";
import { SESSION_ENDED } from "~/navigation/paths";
import { LINK_ERRORS, LINK_FAILED, LINK_INCOMPLETE } from "./link-errors";

/** Codes of a failed call. `unreachable`: it did not take effect. `noResponse`: it may or may not have. */
export const UNAVAILABLE = {
  unreachable: "auth/unavailable",
  noResponse: "auth/no-response",
} as const;

/** The message for a password that we, or Supabase Auth, call weak. */
export const WEAK_PASSWORD =
  "This password is too easy to guess. Please choose a longer one, with uppercase and lowercase letters, digits, and symbols";

export const AUTH_ERRORS = {
  invalidToken: appError(401, ERROR_CODES.invalidUserToken, "Please sign in again"),
  sessionMissing: appError(401, ERROR_CODES.invalidUserToken, "Auth session missing!"),
  /** The sentence must be true for every visitor: anyone can write a link that shows it. */
  sessionEnded: appError(401, SESSION_ENDED, "You are signed out. Please sign in to continue."),
  /** Opens the dialog to sign in again, which resubmits the form. */
  recentLoginRequired: appError(
    403,
    ERROR_CODES.requiresRecentLogin,
    "Please sign in again to complete this action",
  ),
  /** The Supabase project requires the current password to set a new one; a reset link does not need it. */
  currentPasswordRequired: appError(
    403,
    "auth/current-password-required",
    "To change your password here, request a reset link: use “Forgot your password?” on the sign-in page.",
  ),
  codeRequired: appError(
    403,
    "auth/multi-factor-auth-required",
    "Please enter the code from your authenticator app first",
  ),
  /** The session has to be refreshed, and Supabase Auth is unavailable. */
  sessionUnverified: appError(
    503,
    UNAVAILABLE.unreachable,
    "We can’t verify your sign-in right now. You have not been signed out. Please try again in a moment.",
  ),
  serviceUnreachable: appError(
    503,
    UNAVAILABLE.unreachable,
    "We can’t reach the sign-in service right now. Nothing was changed. Please try again in a moment.",
  ),
  /**
   * Shown in the browser that signed up with that password, which Supabase Auth did not take or no longer
   * has.
   */
  signUpPasswordUnset: appError(
    422,
    "auth/sign-up-password-unset",
    "That password isn’t set: this address was confirmed in another browser, or already had an account. Choose a password with “Forgot your password?”, or get a sign-in link.",
  ),
  /** auth-js verified the token of an emailed link, and returned neither a session nor an error. */
  tokenVerificationFailed: appError(500, "auth/token-verification-failed", LINK_FAILED),
  /** auth-js could not turn the tokens of a URL into a session. */
  initializationFailed: appError(
    500,
    "auth/initialization-failed",
    "Unexpected error during initialization",
  ),
  providerDisabled: appError(422, "provider_disabled", LINK_ERRORS.provider_disabled),
  linkIncomplete: appError(400, "auth/link-incomplete", LINK_INCOMPLETE),
  linkUsed: appError(422, "otp_expired", LINK_ERRORS.otp_expired),
  emailTaken: appError(422, "email_exists", LINK_ERRORS.email_exists),
  differentAccount: appError(
    409,
    "auth/other-account",
    "That was a different account. Please sign in with your own.",
  ),
  alreadySignedIn: appError(
    409,
    "auth/other-account",
    "You are signed in with another account. Sign out first to use this link.",
  ),
} as const;
