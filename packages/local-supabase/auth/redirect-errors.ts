import { AuthError } from "./errors.ts";

const OAUTH_ERRORS: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

const DENIALS = new Set(["user_banned", "provider_email_needs_verification"]);

/** The query or fragment parameters of an error redirect. */
export function errorParams(error: unknown): Record<string, string> {
  if (!(error instanceof AuthError)) {
    console.error("Supabase Auth: a redirect failed.", error);
    return { error: "server_error", error_description: "Unexpected failure" };
  }
  return {
    error: DENIALS.has(error.code)
      ? "access_denied"
      : (OAUTH_ERRORS[error.status] ?? "server_error"),
    error_code: error.code,
    error_description: error.message,
  };
}
