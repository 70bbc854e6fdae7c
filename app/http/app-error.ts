/**
 * Expected errors, with the same status in forms (`formError`), pages (`appErrorResponse`) and the API
 * (`jsonError`).
 */
import { data, isRouteErrorResponse } from "react-router";

export interface AppError {
  /** Source: RFC 9110, sections 15.5 and 15.6; RFC 6585, section 4. */
  readonly status: number;
  /** Error code for programs, e.g. "auth/requires-recent-login". */
  readonly code: string;
  readonly message: string;
  /** The request may have taken effect: a call got no response. */
  readonly isOutcomeUnknown?: true;
  /** Where the user can do something about it. */
  readonly link?: { readonly to: string; readonly label: string };
}

/** A value, or the error in its place. */
export type Result<Value, Failure = AppError> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** The `Result` of what failed. */
export function failure<Failure>(error: Failure): Result<never, Failure> {
  return { ok: false, error };
}

/** @__NO_SIDE_EFFECTS__ so that browsers only get the errors they use. */
export function appError(status: number, code: string, message: string): AppError {
  return { status, code, message };
}

const UNKNOWN = "We don’t know whether this worked.";

/**
 * The error where the outcome is unknown, in the same words everywhere. `nextStep`: what to do where the
 * page, once it is read again, does not show the outcome.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function unknownOutcome(
  code: string,
  nextStep = "Please check this page in a moment before you try again.",
): AppError {
  return { status: 503, code, message: `${UNKNOWN} ${nextStep}`, isOutcomeUnknown: true };
}

/** The Retry-After header by status, in seconds: 429 is the period of the rate limiters (wrangler.toml). */
export const RETRY_AFTER_S: Readonly<Record<number, number>> = { 429: 60, 503: 10 };

/** Errors of any request; those of one domain are defined there. */
export const REQUEST_ERRORS = {
  tooManyAttempts: appError(
    429,
    "request/rate-limited",
    "Too many attempts. Please try again in a minute.",
  ),
  crossSite: appError(403, "request/cross-site", "This request came from another site."),
  tooLarge: appError(413, "request/too-large", "That’s more than we can accept at once."),
  notAForm: appError(415, "request/not-a-form", "This page only accepts forms."),
} as const;

/** Codes that both the server and the browser use. */
export const ERROR_CODES = {
  /** Opens the dialog to sign in again, which resubmits the form. */
  requiresRecentLogin: "auth/requires-recent-login",
  /** GoTrue's, for a sign-in before the address is confirmed; the page then shows “Check your inbox”. */
  emailNotConfirmed: "email_not_confirmed",
  invalidUserToken: "auth/invalid-user-token",
} as const;

/** Data could not be read. */
export const UNREACHABLE = "We can’t reach the server. Please check your connection and try again.";

/**
 * A form got no response: the server may have received it, even from a browser that says that it is offline.
 * An error, because no page can be read again, and what was typed stays.
 * Not one of `REQUEST_ERRORS`, to keep the bundle small.
 */
export const SERVER_UNREACHABLE = appError(
  503,
  "network/unreachable",
  `${UNKNOWN} Please check your connection and try again.`,
);

/** An error page; throw it from a loader or an action. */
export function appErrorResponse({ status, code, message }: AppError) {
  return data({ code, message }, { status });
}

/**
 * The error of a thrown `appErrorResponse`; undefined for everything else, such as the response of a proxy.
 */
export function readAppError(thrown: unknown): AppError | undefined {
  if (!isRouteErrorResponse(thrown)) return undefined;
  const { status, data: error } = thrown;
  if (typeof error !== "object" || error === null) return undefined;
  if (!("code" in error && "message" in error)) return undefined;
  return { status, code: String(error.code), message: String(error.message) };
}
