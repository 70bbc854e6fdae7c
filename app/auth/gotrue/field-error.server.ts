import type { AuthError } from "@supabase/supabase-js";
import { type FormResult, type FormValues, formError, formInvalid } from "~/forms/form-result";
import { MALFORMED_EMAIL } from "~/forms/parse-form";
import type { AppError } from "~/http/app-error";
import { logError } from "~/platform/log.server";
import { type AuthOperation, toAppError } from "./auth-errors.server";

/** By the `reasons` of GoTrue's `weak_password`; if there are several, the first one here wins. */
const WEAKNESSES = [
  ["pwned", "This password has appeared in a data breach. Please choose another one"],
  ["length", "This password is too short"],
  ["characters", "Please mix uppercase and lowercase letters, digits, and symbols"],
] as const;

/**
 * The result of a form that the auth server rejected: a field error if it is about the email address or the
 * password.
 */
export function authFieldError(
  error: AuthError,
  operation: AuthOperation,
  values?: FormValues,
): FormResult {
  if (isEmailFormatError(error)) return formInvalid({ email: MALFORMED_EMAIL }, values);
  const fieldError = describePasswordError(error);
  return fieldError === undefined
    ? formError(toAppError(error, operation), values)
    : formInvalid({ password: fieldError }, values);
}

/** GoTrue has one code for all malformed input. Source: supabase/auth, `internal/api/mail.go`, `validateEmail`. */
function isEmailFormatError({ code, message }: AuthError): boolean {
  return code === "validation_failed" && /email address/i.test(message);
}

function describePasswordError(error: AuthError): string | undefined {
  if (error.code === "same_password") {
    return "This is already your password. Please choose another one";
  }
  if (error.code !== "weak_password") return undefined;
  const reasons: readonly unknown[] =
    "reasons" in error && Array.isArray(error.reasons) ? error.reasons : [];
  return (
    WEAKNESSES.find(([reason]) => reasons.includes(reason))?.[1] ??
    "This password is too easy to guess"
  );
}

/**
 * A handler for `catch`: logs an error that auth-js threw, and returns `appError`. Rethrows responses for the
 * router.
 */
export function unexpectedFormError(requestId: string, appError: AppError) {
  return (error: unknown): FormResult => {
    if (!(error instanceof Error)) throw error;
    logError("auth.unexpected", error, { requestId, code: appError.code });
    return formError(appError);
  };
}
