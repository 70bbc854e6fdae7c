/** What failed calls to the auth server mean: for people, and for the session. */
import type { AuthError } from "@supabase/supabase-js";
import { ERROR_CODES } from "~/forms/error-codes";
import { OUTAGE_RETRY_S, REFUSALS, type Refusal } from "~/forms/refusal";

/** Said after every sign-up, whether or not the e-mail already has an account. */
export const CHECK_EMAIL_MESSAGE =
  "Thanks for signing up! Please check your email to complete the process.";

/** Codes that the product gives by itself, as programs and other modules know them. */
export const AUTH_REFUSALS = {
  /** A program has to sign in again. */
  invalidToken: {
    httpStatus: 401,
    code: ERROR_CODES.invalidUserToken,
    message: "Please sign in again",
  },
  /** A form was sent by somebody who is not signed in any more. */
  sessionMissing: {
    httpStatus: 401,
    code: ERROR_CODES.invalidUserToken,
    message: "Auth session missing!",
  },
  /** Opens the dialog to sign in again, after which the same form is sent once more. */
  recentLoginRequired: {
    httpStatus: 403,
    code: ERROR_CODES.requiresRecentLogin,
    message: "Please sign in again to complete this action",
  },
  /** The project wants the old password with the new one, which a reset link makes needless. */
  currentPasswordRequired: {
    httpStatus: 403,
    code: "auth/current-password-required",
    message:
      "To change your password here, have a reset link sent to you: use “Forgot your password?”.",
  },
  codeRequired: {
    httpStatus: 403,
    code: "auth/multi-factor-auth-required",
    message: "Please enter the code from your authenticator app first",
  },
  /** The auth server would have to be asked whether the session still holds, and does not respond. */
  sessionUnchecked: {
    httpStatus: 503,
    code: "auth/unavailable",
    message:
      "We can't check your sign-in right now. You are not signed out; please try again in a moment.",
    retryAfterS: OUTAGE_RETRY_S,
  },
  serviceUnreachable: {
    httpStatus: 503,
    code: "auth/unavailable",
    message:
      "We can't reach the sign-in service right now. Nothing was changed; please try again in a moment.",
    retryAfterS: OUTAGE_RETRY_S,
  },
  linkIncomplete: {
    httpStatus: 400,
    code: "auth/link-incomplete",
    message: "This link is incomplete.",
  },
  linkUsed: {
    httpStatus: 422,
    code: "otp_expired",
    message: "This link has been used or has expired.",
  },
  differentAccount: {
    httpStatus: 409,
    code: "auth/other-account",
    message: "That was a different account. Please sign in with your own.",
  },
  otherAccount: {
    httpStatus: 409,
    code: "auth/other-account",
    message: "You are signed in with another account. Sign out first to use this link.",
  },
} as const satisfies Readonly<Record<string, Refusal>>;

/** What people are told, by GoTrue's error code. No text of GoTrue's own reaches a page. */
const MESSAGES: Readonly<Record<string, string>> = {
  [ERROR_CODES.emailNotConfirmed]: CHECK_EMAIL_MESSAGE,
  invalid_credentials: "Invalid login credentials",
  otp_expired: AUTH_REFUSALS.linkUsed.message,
  same_password: "The new password must be different from the old one.",
  weak_password: "That password is too easy to guess. Please choose a longer one.",
  bad_code_verifier: "This link belongs to another browser. Please start again here.",
  pkce_code_verifier_not_found: "This link belongs to another browser. Please start again here.",
  flow_state_expired: "That took too long. Please start again.",
  flow_state_not_found: "This link has been used or has expired.",
  user_banned: "This account is locked. Please write to us.",
  signup_disabled: "New accounts cannot be made at the moment.",
  email_provider_disabled: "New accounts cannot be made at the moment.",
  provider_disabled: "This way of signing in is not available.",
  email_address_invalid: "We cannot send mail to that address. Please check it.",
  email_address_not_authorized: "We cannot send mail to that address.",
  email_exists: "Another account has taken that address meanwhile. Your old address stays.",
  user_already_exists: "Another account has taken that address meanwhile.",
  provider_email_needs_verification:
    "Your provider has not verified your email address. Please verify it there, then try again.",
  session_not_found: "You have been signed out on this device. Please sign in again.",
  session_expired: "Your sign-in has ended. Please sign in again.",
  captcha_failed: "We could not tell that you are a person. Please try again.",
  conflict: "That was tried twice at the same moment. Please try again.",
  over_request_rate_limit: REFUSALS.tooManyAttempts.message,
  over_email_send_rate_limit:
    "We cannot send any more mail right now. Please try again in an hour.",
  validation_failed: "Please check what you have entered.",
  mfa_factor_name_conflict: "You have an app of that name",
  too_many_enrolled_mfa_factors: "You have as many authenticator apps as an account can have.",
  insufficient_aal: "Please enter the code from your authenticator app first",
};
const UNEXPECTED = "The sign-in service could not do that. Please try again in a moment.";

/** GoTrue's limit of mails to one address; everything else with that code stops the whole project's mail. */
const ADDRESS_PAUSE = /^For security purposes/;

/**
 * True when a mail was not sent because one to the same address was a moment ago: the person has it. Only
 * an existing account can be mailed too often, so that is not told.
 */
export function isMailedAlready(error: AuthError | null): boolean {
  return error?.code === "over_email_send_rate_limit" && ADDRESS_PAUSE.test(error.message);
}

/** The auth server did not respond. By name: auth-js itself is not loaded for pages that never call it. */
export function isUnanswered(error: AuthError | null): boolean {
  return error?.name === "AuthRetryableFetchError";
}

/** The codes with which GoTrue says that a session is over. Source: supabase/auth, `internal/api/apierrors`. */
const SESSION_IS_OVER: ReadonlySet<string> = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_not_found",
  "session_expired",
  "user_not_found",
  "user_banned",
]);

/**
 * True when the auth server says that the session is over. Any other error (too many requests, a
 * conflict, the page of a proxy) says nothing about the session, so it signs nobody out.
 */
export function isSessionOver(error: AuthError | null): boolean {
  // auth-js turns `session_not_found` into this error, which has no code.
  return error?.name === "AuthSessionMissingError" || SESSION_IS_OVER.has(error?.code ?? "");
}

/** GoTrue's codes that are told like a refusal of our own. */
const SAME_AS_OURS: Readonly<Record<string, Refusal>> = {
  /** Its own rule for old sessions (`secure_password_change`) asks for what ours does. */
  reauthentication_needed: AUTH_REFUSALS.recentLoginRequired,
  current_password_required: AUTH_REFUSALS.currentPasswordRequired,
  current_password_invalid: AUTH_REFUSALS.currentPasswordRequired,
};

/** How a failed call to the auth server is refused. `code` is GoTrue's own where there is one. */
export function authRefusal(error: AuthError): Refusal {
  if (isUnanswered(error)) return AUTH_REFUSALS.serviceUnreachable;
  const { code = "auth/failed" } = error;
  if (error.name === "AuthSessionMissingError") return AUTH_REFUSALS.sessionMissing;
  const ours = SAME_AS_OURS[code];
  if (ours) return ours;
  const refusal = { httpStatus: 422, code, message: MESSAGES[code] ?? UNEXPECTED };
  if (error.status !== REFUSALS.tooManyAttempts.httpStatus) return refusal;
  const { httpStatus, retryAfterS } = REFUSALS.tooManyAttempts;
  return { ...refusal, httpStatus, retryAfterS };
}
