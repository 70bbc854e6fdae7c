import type { AuthError } from "@supabase/supabase-js";

/** Said after every sign-up, whether or not the e-mail already has an account. */
export const CHECK_EMAIL_MESSAGE =
  "Thanks for signing up! Please check your email to complete the process.";

const MESSAGES: Readonly<Record<string, string>> = {
  email_not_confirmed: CHECK_EMAIL_MESSAGE,
  otp_expired: "This link has been used or has expired.",
  same_password: "The new password must be different from the old one.",
  bad_code_verifier: "This link belongs to another browser. Please start again here.",
  pkce_code_verifier_not_found: "This link belongs to another browser. Please start again here.",
};

/** The auth server gave no answer. By name: auth-js itself is not loaded for pages that never call it. */
export function isUnanswered(error: AuthError | null): boolean {
  return error?.name === "AuthRetryableFetchError";
}

/** What a person is told about a failed call to the auth server. */
export function describeAuthError(error: AuthError): string {
  if (isUnanswered(error)) {
    return "We can't reach the sign-in service right now. Nothing was changed; please try again in a moment.";
  }
  return MESSAGES[error.code ?? ""] ?? error.message;
}
