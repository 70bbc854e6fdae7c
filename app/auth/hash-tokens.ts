/**
 * Tokens in a URL hash, as Supabase's invites and default e-mail templates deliver them (the implicit
 * grant of RFC 6749 §4.2.2). The four checks and their order are those of auth-js.
 */
import { describeRefusal } from "./describe-refusal.ts";

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
