/** Why the auth server did not take a new password, said beside the field. */
import type { AuthError } from "@supabase/supabase-js";
import { type FormResult, type FormValues, formInvalid, refuseForm } from "~/forms/form-result";
import { authRefusal } from "./auth-errors.server";

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

/** The result of a form whose `password` was refused, marked at that field where it is about the password. */
export function refusePassword(error: AuthError, values?: FormValues): FormResult {
  const fieldError = describeNewPassword(error);
  return fieldError === undefined
    ? refuseForm(authRefusal(error), values)
    : formInvalid({ password: fieldError }, values);
}

function describeNewPassword(error: AuthError): string | undefined {
  if (error.code === "same_password") return SAME;
  if (error.code !== "weak_password") return undefined;
  const reasons: readonly unknown[] =
    "reasons" in error && Array.isArray(error.reasons) ? error.reasons : [];
  return WEAKNESSES.find(([reason]) => reasons.includes(reason))?.[1] ?? WEAK;
}
