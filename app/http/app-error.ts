/**
 * Expected errors, shared by forms (`formError`), pages (`appErrorResponse`) and the API (`jsonError`), so that the same
 * error has the same status everywhere.
 */
import { data, isRouteErrorResponse } from "react-router";
import { FORM_OFFLINE, FORM_UNREACHABLE, requestErrors } from "~/content/forms";

export interface AppError {
  /** Source: RFC 9110, sections 15.5 and 15.6; RFC 6585, section 4. */
  readonly status: number;
  /** For programs, e.g. "auth/requires-recent-login". */
  readonly code: string;
  /** For people. */
  readonly message: string;
}

/** The Retry-After header by status, in seconds: 429 is the period of the rate limiters (wrangler.toml). */
export const RETRY_AFTER_S: Readonly<Record<number, number>> = { 429: 60, 503: 10 };

/** Errors of any request; those of one domain are defined there. */
export const REQUEST_ERRORS = {
  tooManyAttempts: {
    status: 429,
    code: "request/rate-limited",
    message: requestErrors.tooManyAttempts,
  },
  crossSite: {
    status: 403,
    code: "request/cross-site",
    message: requestErrors.crossSite,
  },
  tooLarge: {
    status: 413,
    code: "request/too-large",
    message: requestErrors.tooLarge,
  },
  notAForm: {
    status: 415,
    code: "request/not-a-form",
    message: requestErrors.notAForm,
  },
} as const satisfies Readonly<Record<string, AppError>>;

/** Codes that both the server and the browser use. */
export const ERROR_CODES = {
  /** Opens the dialog to sign in again, which resubmits the form. */
  requiresRecentLogin: "auth/requires-recent-login",
  /** GoTrue's, for a sign-in before the address is confirmed; the page then shows “Check your inbox”. */
  emailNotConfirmed: "email_not_confirmed",
  /** The plan does not include it. */
  upgradeRequired: "billing/upgrade-required",
  /** The session has ended. */
  invalidUserToken: "auth/invalid-user-token",
} as const;

/** A form got no response, so the server may have received it. Separate from `REQUEST_ERRORS` to keep the bundle small. */
export const SERVER_UNREACHABLE: AppError = {
  status: 503,
  code: "network/unreachable",
  message: FORM_UNREACHABLE,
};

/** A form was sent while the browser knew that it was offline, so the server cannot have received it. */
export const BROWSER_OFFLINE: AppError = {
  status: 503,
  code: "network/offline",
  message: FORM_OFFLINE,
};

/** Codes of errors after which a change may or may not have been made. */
export const UNCERTAIN_OUTCOME_CODES: readonly string[] = [
  SERVER_UNREACHABLE.code,
  "database/no-response",
];

/** An error page; throw it from a loader or an action. */
export function appErrorResponse({ status, code, message }: AppError) {
  return data({ code, message }, { status });
}

/** The error of a thrown `appErrorResponse`; undefined for everything else, such as the response of a proxy. */
export function readAppError(thrown: unknown): AppError | undefined {
  if (!isRouteErrorResponse(thrown)) return undefined;
  const { status, data: error } = thrown;
  if (typeof error !== "object" || error === null) return undefined;
  if (!("code" in error && "message" in error)) return undefined;
  return { status, code: String(error.code), message: String(error.message) };
}
