/** Errors of the auth server, and what they mean for the user and for the session. */
import type { AuthError } from "@supabase/supabase-js";
import { type AppError, appError, ERROR_CODES, REQUEST_ERRORS } from "~/http/app-error";
import { SESSION_ENDED } from "~/navigation/paths";
import { TURNSTILE_FAILED } from "~/turnstile/turnstile.server";
import { LINK_ERRORS, LINK_FAILED, LINK_INCOMPLETE } from "./link-errors";

/** Shown after every sign-up, whether or not the address already has an account. */
export const CHECK_EMAIL_MESSAGE =
  "Thanks for signing up! Please check your email to complete the process.";

/** Codes of a failed call. `unreachable`: it did not take effect. `noResponse`: it may or may not have. */
export const OUTAGE_CODES = {
  unreachable: "auth/unavailable",
  noResponse: "auth/no-response",
} as const;

/** GoTrue's internal error, also when its SMTP server fails. */
export const SERVER_ERROR = "unexpected_failure";

/** A Postgres error that GoTrue passes through. Source: supabase/auth, `internal/utilities/postgres.go`. */
export const UNIQUE_VIOLATION = "23505";

const CODE_REQUIRED = "Please enter the code from your authenticator app first";
const PROVIDER_DISABLED = "This sign-in method is turned off. Please choose another one.";

export const AUTH_ERRORS = {
  invalidToken: appError(401, ERROR_CODES.invalidUserToken, "Please sign in again"),
  sessionMissing: appError(401, ERROR_CODES.invalidUserToken, "Auth session missing!"),
  sessionEnded: appError(401, SESSION_ENDED, "You were signed out. Please sign in again."),
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
  codeRequired: appError(403, "auth/multi-factor-auth-required", CODE_REQUIRED),
  /** The session has to be refreshed, and the auth server is unavailable. */
  sessionUnverified: appError(
    503,
    OUTAGE_CODES.unreachable,
    "We can’t verify your sign-in right now. You have not been signed out. Please try again in a moment.",
  ),
  serviceUnreachable: appError(
    503,
    OUTAGE_CODES.unreachable,
    "We can’t reach the sign-in service right now. Nothing was changed. Please try again in a moment.",
  ),
  /** auth-js verified the token of an emailed link, and returned neither a session nor an error. */
  tokenVerificationFailed: appError(500, "auth/token-verification-failed", LINK_FAILED),
  /** auth-js could not turn the tokens of a URL into a session. */
  initializationFailed: appError(
    500,
    "auth/initialization-failed",
    "Unexpected error during initialization",
  ),
  providerDisabled: appError(422, "provider_disabled", PROVIDER_DISABLED),
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

/** What may have happened when the auth server did not confirm a call, and how to find out. */
const UNCERTAIN_OUTCOMES = {
  "sign-in": "your sign-in did not go through. Please try again in a moment.",
  "sign-up":
    "your account may have been created. Check your email for our link; if you don’t get one, sign up again.",
  email:
    "the email may be on its way. Check your inbox in a minute before you request another one.",
  link: "the link may already have been used. Please try again in a moment; if it no longer works, sign in to check.",
  password:
    "your password may have been changed. Sign in with the new one to find out; if that fails, the old one still works.",
  "email-change":
    "your email change may have started. Reload this page to see: a pending change is shown here.",
  code: "your code may already have been used. Please wait for the next one and try again.",
  app: "two-step verification may already be on. Enter the next code to make sure and to get your recovery codes, which you haven’t been shown yet.",
  settings: "your change may have been saved. Reload this page to see.",
} as const;

/** What a call to the auth server was for. */
export type AuthOperation = keyof typeof UNCERTAIN_OUTCOMES;

/** GoTrue's limit per address; any other message with that code is the limit of the whole project. */
const ADDRESS_COOLDOWN = /^For security purposes/;

/**
 * True if an email was not sent because one was just sent to the same address. Never shown: it would reveal
 * that the address has an account.
 */
export function isEmailCooldown(error: AuthError | null): boolean {
  return error?.code === "over_email_send_rate_limit" && ADDRESS_COOLDOWN.test(error.message);
}

/** True if the call may or may not have taken effect, or a concurrent one did. */
export function isOutcomeUncertain(error: AuthError | null): boolean {
  const { code } = error ?? {};
  return code === OUTAGE_CODES.noResponse || code === SERVER_ERROR || code === UNIQUE_VIOLATION;
}

/**
 * The cookie has no usable session; or GoTrue's `session_not_found`, which auth-js converts to this error
 * without a code.
 */
function isSessionMissing(error: AuthError): boolean {
  return error.name === "AuthSessionMissingError";
}

/** True if the auth server failed or was unreachable. An error without a code is a proxy's, not GoTrue's. */
export function isOutage(error: AuthError): boolean {
  if (isSessionMissing(error)) return false;
  const { code } = error;
  return code === undefined || code === OUTAGE_CODES.unreachable || isOutcomeUncertain(error);
}

/** GoTrue's codes for a session that has ended. Source: supabase/auth, `internal/api/apierrors`. */
const SESSION_ENDED_CODES: ReadonlySet<string> = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_not_found",
  "session_expired",
  "user_not_found",
  "user_banned",
]);

/**
 * True if the auth server says that the session has ended. Other errors (rate limits, conflicts, a proxy's
 * page) do not end a session.
 */
export function isAuthSessionEnded(error: AuthError | null): boolean {
  if (!error) return false;
  return isSessionMissing(error) || SESSION_ENDED_CODES.has(error.code ?? "");
}

const APPS_OFF = "Authenticator apps are turned off right now.";
const OTHER_BROWSER = "This link was requested in another browser. Please start again here.";

/** Messages by GoTrue's error code, for codes without an error of the product's own. */
const GOTRUE_ERRORS: Readonly<Record<string, string>> = {
  ...LINK_ERRORS,
  invalid_credentials: "That email and password don’t match. Please try again.",
  same_password: "The new password must be different from the old one.",
  weak_password: "That password is too easy to guess. Please choose a longer one.",
  bad_code_verifier: OTHER_BROWSER,
  pkce_code_verifier_not_found: OTHER_BROWSER,
  flow_state_not_found: LINK_ERRORS.otp_expired,
  email_provider_disabled: "Signing in by email is turned off right now.",
  provider_disabled: PROVIDER_DISABLED,
  email_address_invalid: "We can’t send email to that address. Please check it.",
  email_address_not_authorized: "We can’t send email to that address.",
  user_already_exists: "Another account is now using that email address.",
  session_not_found: "You have been signed out on this device. Please sign in again.",
  session_expired: "Your session has ended. Please sign in again.",
  captcha_failed: TURNSTILE_FAILED,
  conflict: "We’re already working on that request. Please try again in a moment.",
  over_email_send_rate_limit:
    "No email was sent: we can’t send any more right now. Please try again in an hour.",
  validation_failed: "Please check what you entered.",
  mfa_factor_name_conflict: "You already have an app with that name",
  mfa_totp_enroll_not_enabled: APPS_OFF,
  mfa_totp_verify_not_enabled: APPS_OFF,
  too_many_enrolled_mfa_factors: "You have reached the maximum number of authenticator apps.",
  insufficient_aal: CODE_REQUIRED,
};

/** GoTrue's codes that map to one of the product's own errors. */
const EQUIVALENT_ERRORS: Readonly<Record<string, AppError>> = {
  /** GoTrue's own rule for a recent sign-in (`secure_password_change`). */
  reauthentication_needed: AUTH_ERRORS.recentLoginRequired,
  current_password_required: AUTH_ERRORS.currentPasswordRequired,
  current_password_invalid: AUTH_ERRORS.currentPasswordRequired,
};

/** The error to show for a failed call. Its `code` is GoTrue's where there is one. */
export function toAppError(error: AuthError, operation: AuthOperation): AppError {
  if (isSessionMissing(error)) return AUTH_ERRORS.sessionMissing;
  // Only the second link of an email change writes an address.
  if (error.code === UNIQUE_VIOLATION && operation === "link") return AUTH_ERRORS.emailTaken;
  if (isOutcomeUncertain(error)) return uncertainOutcomeError(operation);
  const { code } = error;
  if (code === undefined || isOutage(error)) return AUTH_ERRORS.serviceUnreachable;
  const equivalent = EQUIVALENT_ERRORS[code];
  if (equivalent) return equivalent;
  const defaultStatus = code === "conflict" ? 409 : 422;
  const appError = { status: defaultStatus, code, message: getMessage(code) };
  return error.status === 429 ? { ...appError, status: 429 } : appError;
}

function getMessage(code: string): string {
  if (code === ERROR_CODES.emailNotConfirmed) return CHECK_EMAIL_MESSAGE;
  if (code === "over_request_rate_limit") return REQUEST_ERRORS.tooManyAttempts.message;
  return GOTRUE_ERRORS[code] ?? LINK_ERRORS.unexpected_failure;
}

function uncertainOutcomeError(operation: AuthOperation): AppError {
  return appError(503, OUTAGE_CODES.noResponse, describeUncertainOutcome(operation));
}

export function describeUncertainOutcome(operation: AuthOperation): string {
  return `The sign-in service did not confirm the request, so ${UNCERTAIN_OUTCOMES[operation]}`;
}
