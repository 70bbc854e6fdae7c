/** Errors of the auth server, and what they mean for the user and for the session. */
import type { AuthError } from "@supabase/supabase-js";
import {
  authErrors,
  describeUncertainOutcome,
  gotrueErrors,
  linkErrors,
  uncertainOutcomes,
} from "~/content/auth/auth-errors";
import { CHECK_EMAIL_MESSAGE } from "~/content/auth/auth-pages";
import { type AppError, appError, ERROR_CODES, REQUEST_ERRORS } from "~/http/app-error";
import { SESSION_ENDED } from "~/navigation/paths";

/** Codes of a failed call. `unreachable`: it did not take effect. `noResponse`: it may or may not have. */
export const OUTAGE_CODES = {
  unreachable: "auth/unavailable",
  noResponse: "auth/no-response",
} as const;

/** GoTrue's internal error, also when its SMTP server fails. */
export const SERVER_ERROR = "unexpected_failure";

/** A Postgres error that GoTrue passes through. Source: supabase/auth, `internal/utilities/postgres.go`. */
export const UNIQUE_VIOLATION = "23505";

export const AUTH_ERRORS = {
  invalidToken: appError(401, ERROR_CODES.invalidUserToken, authErrors.invalidToken),
  sessionMissing: appError(401, ERROR_CODES.invalidUserToken, authErrors.sessionMissing),
  sessionEnded: appError(401, SESSION_ENDED, authErrors.sessionEnded),
  /** Opens the dialog to sign in again, which resubmits the form. */
  recentLoginRequired: appError(
    403,
    ERROR_CODES.requiresRecentLogin,
    authErrors.recentLoginRequired,
  ),
  /** The Supabase project requires the current password to set a new one; a reset link does not need it. */
  currentPasswordRequired: appError(
    403,
    "auth/current-password-required",
    authErrors.currentPasswordRequired,
  ),
  codeRequired: appError(403, "auth/multi-factor-auth-required", authErrors.codeRequired),
  /** The session has to be refreshed, and the auth server is unavailable. */
  sessionUnverified: appError(503, OUTAGE_CODES.unreachable, authErrors.sessionUnverified),
  serviceUnreachable: appError(503, OUTAGE_CODES.unreachable, authErrors.serviceUnreachable),
  /** auth-js verified the token of an emailed link, and returned neither a session nor an error. */
  tokenVerificationFailed: appError(500, "auth/token-verification-failed", linkErrors.failed),
  /** auth-js could not turn the tokens of a URL into a session. */
  initializationFailed: appError(
    500,
    "auth/initialization-failed",
    authErrors.initializationFailed,
  ),
  providerDisabled: appError(422, "provider_disabled", authErrors.providerDisabled),
  linkIncomplete: appError(400, "auth/link-incomplete", linkErrors.incomplete),
  linkUsed: appError(422, "otp_expired", linkErrors.used),
  emailTaken: appError(422, "email_exists", linkErrors.emailTaken),
  differentAccount: appError(409, "auth/other-account", authErrors.differentAccount),
  alreadySignedIn: appError(409, "auth/other-account", authErrors.alreadySignedIn),
} as const;

/** What a call to the auth server was for. */
export type AuthOperation = keyof typeof uncertainOutcomes;

/** GoTrue's limit per address; any other message with that code is the limit of the whole project. */
const ADDRESS_COOLDOWN = /^For security purposes/;

/**
 * True if an email was not sent because one was just sent to the same address. Never shown: it would reveal that the
 * address has an account.
 */
export function isEmailCooldown(error: AuthError | null): boolean {
  return error?.code === "over_email_send_rate_limit" && ADDRESS_COOLDOWN.test(error.message);
}

/** True if the call may or may not have taken effect, or a concurrent one did. */
export function isOutcomeUncertain(error: AuthError | null): boolean {
  const { code } = error ?? {};
  return code === OUTAGE_CODES.noResponse || code === SERVER_ERROR || code === UNIQUE_VIOLATION;
}

/** The cookie has no usable session; or GoTrue's `session_not_found`, which auth-js converts to this error without a code. */
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
 * True if the auth server says that the session has ended. Other errors (rate limits, conflicts, a proxy's page) do not
 * end a session.
 */
export function isAuthSessionEnded(error: AuthError | null): boolean {
  if (!error) return false;
  return isSessionMissing(error) || SESSION_ENDED_CODES.has(error.code ?? "");
}

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
  return gotrueErrors[code] ?? linkErrors.unexpected;
}

function uncertainOutcomeError(operation: AuthOperation): AppError {
  return appError(
    503,
    OUTAGE_CODES.noResponse,
    describeUncertainOutcome(uncertainOutcomes[operation]),
  );
}
