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
  otherAccount: {
    httpStatus: 409,
    code: "auth/other-account",
    message: "You are signed in with another account. Sign out first to use this link.",
  },
} as const satisfies Readonly<Record<string, Refusal>>;

/** By GoTrue's error code. */
const MESSAGES: Readonly<Record<string, string>> = {
  [ERROR_CODES.emailNotConfirmed]: CHECK_EMAIL_MESSAGE,
  otp_expired: AUTH_REFUSALS.linkUsed.message,
  same_password: "The new password must be different from the old one.",
  bad_code_verifier: "This link belongs to another browser. Please start again here.",
  pkce_code_verifier_not_found: "This link belongs to another browser. Please start again here.",
};

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

/** How a failed call to the auth server is refused. `code` is GoTrue's own where there is one. */
export function authRefusal(error: AuthError): Refusal {
  if (isUnanswered(error)) return AUTH_REFUSALS.serviceUnreachable;
  const { code = "auth/failed", message } = error;
  const refusal = { httpStatus: 422, code, message: MESSAGES[code] ?? message };
  if (error.status !== REFUSALS.tooManyAttempts.httpStatus) return refusal;
  const { httpStatus, retryAfterS } = REFUSALS.tooManyAttempts;
  return { ...refusal, httpStatus, retryAfterS };
}
