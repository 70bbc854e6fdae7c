import { type AuthError, isAuthRetryableFetchError } from "@supabase/supabase-js";

/** Said after every sign-up, whether or not the e-mail already has an account. */
export const CHECK_EMAIL_MESSAGE =
  "Thanks for signing up! Please check your email to complete the process.";

/** What a person is told about a failed call to the auth server. */
export function describeAuthError(error: AuthError): string {
  if (isAuthRetryableFetchError(error)) {
    return "We can't reach the sign-in service right now. Nothing was changed; please try again in a moment.";
  }
  return error.code === "email_not_confirmed" ? CHECK_EMAIL_MESSAGE : error.message;
}
