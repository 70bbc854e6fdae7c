/** Errors that auth-js throws instead of returning. */
import { authErrors, linkErrors } from "~/content/auth/auth-errors";
import { type FormResult, formError } from "~/forms/form-result";
import type { AppError } from "~/http/app-error";
import { logError } from "~/platform/log.server";

/** Source: auth-js, `verifyOtp` and `initialize`. */
export const UNEXPECTED_ERRORS = {
  /** Verifying the token of an emailed link returned neither a session nor an error. */
  tokenVerification: {
    status: 500,
    code: "auth/token-verification-failed",
    message: linkErrors.failed,
  },
  /** Tokens from a URL could not be turned into a session. */
  initialization: {
    status: 500,
    code: "auth/initialization-failed",
    message: authErrors.initializationFailed,
  },
} as const satisfies Readonly<Record<string, AppError>>;

/** A handler for `catch`: logs an unexpected error and returns `appError`. Rethrows responses for the router. */
export function unexpectedFormError(requestId: string, appError: AppError) {
  return (error: unknown): FormResult => {
    if (!(error instanceof Error)) throw error;
    logError("auth.unexpected", error, { requestId, code: appError.code });
    return formError(appError);
  };
}
