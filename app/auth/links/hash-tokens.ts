/**
 * Tokens in a URL hash, as Supabase's invites and default e-mail templates deliver them (the implicit
 * grant of RFC 6749 §4.2.2). The four checks and their order are those of auth-js.
 */

const REQUIRED = ["access_token", "expires_in", "refresh_token", "token_type"] as const;

export type HashTokens =
  | { readonly kind: "none" }
  | { readonly kind: "error"; readonly message: string }
  /** The first half of an e-mail change: the other address has a link of its own. */
  | { readonly kind: "half-done" }
  | {
      readonly kind: "tokens";
      readonly accessToken: string;
      readonly refreshToken: string;
      /** A reset link: the person is to choose a password. */
      readonly isRecovery: boolean;
    };

/** Reads `location.hash`. */
export function readHashTokens(hash: string): HashTokens {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const problem = describeAuthError(parameters);
  if (problem !== undefined) return { kind: "error", message: problem };
  if (parameters.has("message") && !parameters.has("access_token")) return { kind: "half-done" };
  if (!REQUIRED.some((name) => parameters.has(name))) return { kind: "none" };
  const missing = REQUIRED.find((name) => !parameters.get(name));
  if (missing) return { kind: "error", message: `No ${missing} detected.` };
  return {
    kind: "tokens",
    accessToken: parameters.get("access_token") ?? "",
    refreshToken: parameters.get("refresh_token") ?? "",
    isRecovery: parameters.get("type") === "recovery",
  };
}

/** What people are told when Supabase sends the browser back with an error, by GoTrue's `error_code`. */
const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  otp_expired: "This link has been used or has expired.",
  user_banned: "This account is locked. Please write to us.",
  provider_email_needs_verification:
    "Your provider has not verified your email address. Please verify it there, then try again.",
  signup_disabled: "New accounts cannot be made at the moment.",
  provider_disabled: "This way of signing in is not available.",
  email_exists: "Another account has taken that address meanwhile. Your old address stays.",
};
const CANCELLED = "Sign-in was cancelled. You can try again or choose another way.";
const FAILED = "An error occurred on token verification.";

/**
 * What a person is told when Supabase sends the browser back with an error, in the query or in the hash;
 * undefined when there is none. The address could come from anybody, so no text of it is shown.
 * Parameters as in RFC 6749, 4.1.2.1; `error_code` is GoTrue's own.
 */
export function describeAuthError(parameters: URLSearchParams): string | undefined {
  const error = parameters.get("error");
  const code = parameters.get("error_code");
  if (error === null && code === null && !parameters.has("error_description")) return undefined;
  // Older auth servers tell of a used link by words alone.
  const isUsedLink = parameters.get("error_description")?.startsWith("Email link") ?? false;
  const known = ERROR_MESSAGES[code ?? (isUsedLink ? "otp_expired" : "")];
  if (known) return known;
  return error === "access_denied" && code === null ? CANCELLED : FAILED;
}
