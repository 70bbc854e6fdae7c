/** What failed calls to the auth server mean: for people, and for the session. */
import type { AuthError } from "@supabase/supabase-js";
import { type AppError, ERRORS, OUTAGE_RETRY_S } from "~/forms/app-error";
import { ERROR_CODES } from "~/forms/error-codes";

/** Said after every sign-up, whether or not the e-mail already has an account. */
export const CHECK_EMAIL_MESSAGE =
  "Thanks for signing up! Please check your email to complete the process.";

/**
 * Codes for a failed auth server. `unreachable`: the call never took effect. `unanswered`: no clear answer came, so it
 * may have.
 */
export const OUTAGE_CODES = {
  unreachable: "auth/unavailable",
  noResponse: "auth/no-answer",
} as const;

/** GoTrue's own 500. Where it may send mail, this is how a failing SMTP server shows. */
export const SERVER_ERROR = "unexpected_failure";

/** GoTrue passes this error of Postgres on. Source: supabase/auth, `internal/utilities/postgres.go`. */
export const UNIQUE_VIOLATION = "23505";

/** Codes that the product gives by itself, as programs and other modules know them. */
export const AUTH_ERRORS = {
  /** A program has to sign in again. */
  invalidToken: {
    status: 401,
    code: ERROR_CODES.invalidUserToken,
    message: "Please sign in again",
  },
  /** A form was sent by somebody who is not signed in any more. */
  sessionMissing: {
    status: 401,
    code: ERROR_CODES.invalidUserToken,
    message: "Auth session missing!",
  },
  /** Opens the dialog to sign in again, after which the same form is sent once more. */
  recentLoginRequired: {
    status: 403,
    code: ERROR_CODES.requiresRecentLogin,
    message: "Please sign in again to complete this action",
  },
  /** The project wants the old password with the new one, which a reset link makes needless. */
  currentPasswordRequired: {
    status: 403,
    code: "auth/current-password-required",
    message:
      "To change your password here, have a reset link sent to you: use “Forgot your password?”.",
  },
  codeRequired: {
    status: 403,
    code: "auth/multi-factor-auth-required",
    message: "Please enter the code from your authenticator app first",
  },
  /** The auth server would have to be asked whether the session still holds, and does not respond. */
  sessionUnverified: {
    status: 503,
    code: OUTAGE_CODES.unreachable,
    message:
      "We can't check your sign-in right now. You are not signed out; please try again in a moment.",
    retryAfterS: OUTAGE_RETRY_S,
  },
  serviceUnreachable: {
    status: 503,
    code: OUTAGE_CODES.unreachable,
    message:
      "We can't reach the sign-in service right now. Nothing was changed; please try again in a moment.",
    retryAfterS: OUTAGE_RETRY_S,
  },
  providerDisabled: {
    status: 422,
    code: "provider_disabled",
    message: "This way of signing in is switched off. Please go back and choose another one.",
  },
  linkIncomplete: {
    status: 400,
    code: "auth/link-incomplete",
    message: "This link is incomplete.",
  },
  linkUsed: {
    status: 422,
    code: "otp_expired",
    message: "This link has been used or has expired.",
  },
  emailTaken: {
    status: 422,
    code: "email_exists",
    message: "Another account has taken that address meanwhile. Your old address stays.",
  },
  differentAccount: {
    status: 409,
    code: "auth/other-account",
    message: "That was a different account. Please sign in with your own.",
  },
  alreadySignedIn: {
    status: 409,
    code: "auth/other-account",
    message: "You are signed in with another account. Sign out first to use this link.",
  },
} as const satisfies Readonly<Record<string, AppError>>;

/** What a call to the auth server was for. */
export type AuthOperation = keyof typeof UNANSWERED;

/** What is unknown when no clear answer came, and how to find out. */
const UNANSWERED = {
  "sign-in": "your sign-in did not go through. Please try again in a moment.",
  "sign-up":
    "your account may have been created. Check your email for our link; if none arrives, sign up again.",
  mail: "the email may be on its way. Check your inbox in a minute before you ask for another one.",
  link: "the link may have been used up. Please try again in a moment; if it no longer works, sign in to see where you stand.",
  password:
    "your password may have been changed. Sign in with the new one to find out; if that fails, the old one still works.",
  "email-change":
    "the change of your email may have started. Reload this page to see: a change under way is shown here.",
  code: "your code may have been used up. Please wait for the next one and try again.",
  apps: "your change may have been saved. Reload this page to see your authenticator apps.",
} as const;

/** What people are told, by GoTrue's error code. No text of GoTrue's own reaches a page. */
const MESSAGES: Readonly<Record<string, string>> = {
  [ERROR_CODES.emailNotConfirmed]: CHECK_EMAIL_MESSAGE,
  invalid_credentials: "That email and password don't match. Please try again.",
  otp_expired: AUTH_ERRORS.linkUsed.message,
  same_password: "The new password must be different from the old one.",
  weak_password: "That password is too easy to guess. Please choose a longer one.",
  bad_code_verifier: "This link belongs to another browser. Please start again here.",
  pkce_code_verifier_not_found: "This link belongs to another browser. Please start again here.",
  flow_state_expired: "That took too long. Please start again.",
  flow_state_not_found: "This link has been used or has expired.",
  user_banned: "This account is locked. Please write to us.",
  signup_disabled: "New accounts cannot be made at the moment.",
  email_provider_disabled: "Signing in by email is switched off at the moment.",
  provider_disabled: AUTH_ERRORS.providerDisabled.message,
  email_address_invalid: "We cannot send mail to that address. Please check it.",
  email_address_not_authorized: "We cannot send mail to that address.",
  email_exists: AUTH_ERRORS.emailTaken.message,
  user_already_exists: "Another account has taken that address meanwhile.",
  provider_email_needs_verification:
    "Your provider has not verified your email address. Please verify it there, then try again.",
  session_not_found: "You have been signed out on this device. Please sign in again.",
  session_expired: "Your sign-in has ended. Please sign in again.",
  captcha_failed: "We could not tell that you are a person. Please try again.",
  conflict: "That was tried twice at the same moment. Please try again.",
  over_request_rate_limit: ERRORS.tooManyAttempts.message,
  over_email_send_rate_limit:
    "No email was sent: we can't send any more right now. Please try again in an hour.",
  validation_failed: "Please check what you have entered.",
  mfa_factor_name_conflict: "You have an app of that name",
  too_many_enrolled_mfa_factors: "You have as many authenticator apps as an account can have.",
  insufficient_aal: "Please enter the code from your authenticator app first",
};
const UNEXPECTED = "The sign-in service could not do that. Please try again in a moment.";

/** GoTrue's limit of mails to one address; everything else with that code stops the whole project's mail. */
const ADDRESS_COOLDOWN = /^For security purposes/;

/**
 * True when a mail was not sent because one to the same address was a moment ago: the person has it. Only
 * an existing account can be mailed too often, so that is not told.
 */
export function isMailCooldown(error: AuthError | null): boolean {
  return error?.code === "over_email_send_rate_limit" && ADDRESS_COOLDOWN.test(error.message);
}

/** No clear answer came: what was asked for may have been done, if only by a request at the same moment. */
export function isOutcomeUncertain(error: AuthError | null): boolean {
  const { code } = error ?? {};
  return code === OUTAGE_CODES.noResponse || code === SERVER_ERROR || code === UNIQUE_VIOLATION;
}

/** True when it was not the auth server that refused. GoTrue's own refusals have a code; a proxy's have none. */
export function isOutage(error: AuthError): boolean {
  const { code } = error;
  return code === undefined || code === OUTAGE_CODES.unreachable || isOutcomeUncertain(error);
}

/** The codes with which GoTrue says that a session is over. Source: supabase/auth, `internal/api/apierrors`. */
const SESSION_ENDED_CODES: ReadonlySet<string> = new Set([
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
export function isAuthSessionEnded(error: AuthError | null): boolean {
  // auth-js turns `session_not_found` into this error, which has no code.
  return error?.name === "AuthSessionMissingError" || SESSION_ENDED_CODES.has(error?.code ?? "");
}

/** GoTrue's codes that are told like a refusal of our own. */
const EQUIVALENT_ERRORS: Readonly<Record<string, AppError>> = {
  /** Its own rule for old sessions (`secure_password_change`) asks for what ours does. */
  reauthentication_needed: AUTH_ERRORS.recentLoginRequired,
  current_password_required: AUTH_ERRORS.currentPasswordRequired,
  current_password_invalid: AUTH_ERRORS.currentPasswordRequired,
};

/** How a failed call to the auth server is told. `code` is GoTrue's own where there is one. */
export function toAppError(error: AuthError, attempt: AuthOperation): AppError {
  if (error.name === "AuthSessionMissingError") return AUTH_ERRORS.sessionMissing;
  // The second link of an e-mail change: no other link writes an address.
  if (error.code === UNIQUE_VIOLATION && attempt === "link") return AUTH_ERRORS.emailTaken;
  if (isOutcomeUncertain(error)) return uncertainOutcomeError(attempt);
  const { code } = error;
  if (code === undefined || isOutage(error)) return AUTH_ERRORS.serviceUnreachable;
  const ours = EQUIVALENT_ERRORS[code];
  if (ours) return ours;
  const httpStatusOfCode = code === "conflict" ? 409 : 422;
  const refusal = { status: httpStatusOfCode, code, message: MESSAGES[code] ?? UNEXPECTED };
  if (error.status !== ERRORS.tooManyAttempts.status) return refusal;
  const { status: httpStatus, retryAfterS } = ERRORS.tooManyAttempts;
  return { ...refusal, status: httpStatus, retryAfterS };
}

function uncertainOutcomeError(attempt: AuthOperation): AppError {
  return {
    status: 503,
    code: OUTAGE_CODES.noResponse,
    message: `We got no clear answer from the sign-in service, so ${UNANSWERED[attempt]}`,
    retryAfterS: OUTAGE_RETRY_S,
  };
}
