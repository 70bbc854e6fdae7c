/** What auth-js throws instead of returning: failures that it has no name for. */

import type { AppError } from "~/forms/app-error";
import { type FormResult, formError } from "~/forms/form-result";
import { logError } from "~/platform/log.server";

/** Source: auth-js, `verifyOtp` and `initialize`. */
export const UNEXPECTED_ERRORS = {
  /** A mailed link's token was sent, and what came back is neither a session nor an error. */
  tokenVerification: {
    status: 500,
    code: "auth/token-verification-failed",
    message: "An error occurred on token verification.",
  },
  /** Tokens that came in an address could not be made a session of. */
  initialization: {
    status: 500,
    code: "auth/initialization-failed",
    message: "Unexpected error during initialization",
  },
} as const satisfies Readonly<Record<string, AppError>>;

/** For `catch`: the result of a form whose work failed for no known reason. What is thrown for the router passes. */
export function unexpectedFormError(requestId: string, refusal: AppError) {
  return (error: unknown): FormResult => {
    if (!(error instanceof Error)) throw error;
    logError("auth.unexpected", error, { requestId, code: refusal.code });
    return formError(refusal);
  };
}
