/**
 * Why something was not done. One vocabulary for forms (`formError`), pages (`appErrorResponse`) and programs
 * (`jsonError` in `api/answers.server.ts`): the same kind of refusal has the same status everywhere.
 */
import { data } from "react-router";

export interface AppError {
  /** Source: RFC 9110, sections 15.5 and 15.6; RFC 6585, section 4. */
  readonly status: number;
  /** For programs, e.g. "auth/requires-recent-login". */
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** When it makes sense to try again. Seconds. */
  readonly retryAfterS?: number | undefined;
}

/** The limiters' window (wrangler.toml): after this many seconds a caller may try again. */
const RATE_LIMIT_PERIOD_S = 60;
/** A part that does not respond is asked again after this many seconds. */
export const OUTAGE_RETRY_S = 10;

/** What can happen to any request. What only one domain refuses is said there. */
export const ERRORS = {
  tooManyAttempts: {
    status: 429,
    code: "request/rate-limited",
    message: "That was too many attempts. Please try again in a minute.",
    retryAfterS: RATE_LIMIT_PERIOD_S,
  },
  crossSite: {
    status: 403,
    code: "request/cross-site",
    message: "This request came from another site.",
  },
  tooLarge: {
    status: 413,
    code: "request/too-large",
    message: "This is more than we can take in one go.",
  },
  notAForm: {
    status: 415,
    code: "request/not-a-form",
    message: "This page takes forms only.",
  },
} as const satisfies Readonly<Record<string, AppError>>;

/**
 * For a form that got no answer, which the server may have received. By itself, because every page that runs React
 * carries it.
 */
export const SERVER_UNREACHABLE: AppError = {
  status: 503,
  code: "network/unreachable",
  message:
    "We can't reach the server, so that may have gone through. Please check your connection and try again.",
};

/** Codes of a change that may or may not have been made. */
export const UNCERTAIN_OUTCOME_CODES: readonly string[] = [
  SERVER_UNREACHABLE.code,
  "database/no-answer",
];

/** Status and headers of the response that says so. */
export function responseInit(refusal: Pick<AppError, "status" | "retryAfterS">) {
  const headers: Record<string, string> = {};
  if (refusal.retryAfterS !== undefined) headers["Retry-After"] = String(refusal.retryAfterS);
  return { status: refusal.status, headers };
}

/** A page of its own that says why; throw it from a loader or an action. */
export function appErrorResponse(refusal: AppError) {
  return data(refusal.message, responseInit(refusal));
}
