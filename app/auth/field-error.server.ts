/** Why the auth server did not take a new password or an email address, said beside the field. */
import type { AuthError } from "@supabase/supabase-js";
import { type FormResult, type FormValues, formError, formInvalid } from "~/forms/form-result";
import { MALFORMED_EMAIL } from "~/forms/parse-form";
import { type AuthOperation, toAppError } from "./auth-errors.server";

/** By the `reasons` of GoTrue's `weak_password`; of several, the first one here is told. */
const WEAKNESSES = [
  [
    "pwned",
    "This password is in a list of stolen ones, so others will try it. Please choose another one",
  ],
  ["length", "This password is too short"],
  ["characters", "Please mix small and capital letters, digits and signs"],
] as const;
const WEAK = "This password is too easy to guess";
const SAME = "This is your password already. Please choose another one";

/** The result of a form that was refused: marked at `email` or `password` where it is about one of them. */
export function authFieldError(
  error: AuthError,
  attempt: AuthOperation,
  values?: FormValues,
): FormResult {
  if (isEmailFormatError(error)) return formInvalid({ email: MALFORMED_EMAIL }, values);
  const fieldError = describePasswordError(error);
  return fieldError === undefined
    ? formError(toAppError(error, attempt), values)
    : formInvalid({ password: fieldError }, values);
}

/** Whatever GoTrue finds malformed has one code. Source: supabase/auth, `internal/api/mail.go`, `validateEmail`. */
function isEmailFormatError({ code, message }: AuthError): boolean {
  return code === "validation_failed" && /email address/i.test(message);
}

function describePasswordError(error: AuthError): string | undefined {
  if (error.code === "same_password") return SAME;
  if (error.code !== "weak_password") return undefined;
  const reasons: readonly unknown[] =
    "reasons" in error && Array.isArray(error.reasons) ? error.reasons : [];
  return WEAKNESSES.find(([reason]) => reasons.includes(reason))?.[1] ?? WEAK;
}
