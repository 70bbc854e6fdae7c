/**
 * Tokens in a URL hash, as Supabase's invites and default e-mail templates deliver them (the implicit
 * grant of RFC 6749 §4.2.2). The four checks and their order are those of auth-js.
 */

const REQUIRED = ["access_token", "expires_in", "refresh_token", "token_type"] as const;

export type HashTokens =
  | { readonly kind: "none" }
  | { readonly kind: "error"; readonly message: string }
  | { readonly kind: "tokens"; readonly accessToken: string; readonly refreshToken: string };

/** Reads `location.hash`. */
export function readHashTokens(hash: string): HashTokens {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const problem = describeRefusal(parameters);
  if (problem !== undefined) return { kind: "error", message: problem };
  const message = parameters.get("message");
  if (message !== null && !parameters.has("access_token")) return { kind: "error", message };
  if (!REQUIRED.some((name) => parameters.has(name))) return { kind: "none" };
  const missing = REQUIRED.find((name) => !parameters.get(name));
  if (missing) return { kind: "error", message: `No ${missing} detected.` };
  return {
    kind: "tokens",
    accessToken: parameters.get("access_token") ?? "",
    refreshToken: parameters.get("refresh_token") ?? "",
  };
}

/**
 * What a person is told when Supabase sends the browser back with an error, in the query or in the hash.
 * undefined when there is no error. Parameters as in RFC 6749 §4.1.2.1, `error_code` is GoTrue's own.
 */
export function describeRefusal(parameters: URLSearchParams): string | undefined {
  const isCancelled =
    parameters.get("error") === "access_denied" && parameters.get("error_code") !== "otp_expired";
  const description = parameters.get("error_description");
  if (isCancelled && !description?.startsWith("Email link")) {
    return "Sign-in was cancelled. You can try again or choose another way.";
  }
  return description ?? parameters.get("error") ?? undefined;
}
