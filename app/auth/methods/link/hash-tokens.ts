/**
 * Tokens in a URL hash, as in Supabase's invites and default emails. The four checks and their order are
 * those of auth-js.
 */
import * as v from "valibot";
import { requiredSecret, requiredText } from "~/forms/parse-form";
import { describeMissingToken, HARMLESS_LINK_ERRORS, LINK_FAILED } from "../../gotrue/link-errors";

const required = {
  access_token: requiredSecret(describeMissingToken("access_token")),
  expires_in: requiredText(describeMissingToken("expires_in")),
  refresh_token: requiredSecret(describeMissingToken("refresh_token")),
  token_type: requiredText(describeMissingToken("token_type")),
};
const tokensSchema = v.object({ ...required, type: v.optional(v.string()) });

export type HashTokens =
  | { readonly kind: "none" }
  | { readonly kind: "error"; readonly message: string }
  /** The first of the two links of an email change. */
  | { readonly kind: "awaiting-other-address" }
  | {
      readonly kind: "tokens";
      readonly accessToken: string;
      readonly refreshToken: string;
      /** The account's address, as the token claims; the server verifies the token when it is used. */
      readonly email: string | undefined;
      /** A reset link, which leads to choosing a password. */
      readonly isRecovery: boolean;
    };

/** Reads `location.hash`. */
export function readHashTokens(hash: string): HashTokens {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const error = describeAuthError(parameters, HARMLESS_LINK_ERRORS);
  if (error !== undefined) return { kind: "error", message: error };
  if (parameters.has("message") && !parameters.has("access_token"))
    return { kind: "awaiting-other-address" };
  if (!Object.keys(required).some((name) => parameters.has(name))) return { kind: "none" };
  const tokens = v.safeParse(tokensSchema, Object.fromEntries(parameters));
  if (!tokens.success) return { kind: "error", message: tokens.issues[0].message };
  const { access_token: accessToken, refresh_token: refreshToken, type } = tokens.output;
  const email = readEmail(accessToken);
  return { kind: "tokens", accessToken, refreshToken, email, isRecovery: type === "recovery" };
}

const claimsSchema = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string() }));

function readEmail(accessToken: string): string | undefined {
  try {
    const payload = (accessToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return v.parse(claimsSchema, new TextDecoder().decode(bytes)).email;
  } catch {
    return undefined;
  }
}

/**
 * Codes by the start of a description: older versions of Supabase Auth report a used link only there, and all
 * report there a provider whose address is missing or may not be read. A new user that our database refuses
 * (`create_user_row`) has no code either. Source: `internal/api/external.go`.
 */
const DESCRIBED_CODES = [
  [/^Email link/, "otp_expired"],
  [/^Error getting user (email|profile) /, "provider_email_missing"],
  [/^Database error saving new user/, "provider_email_needs_verification"],
] as const;

/**
 * The message for an error that Supabase reports in a URL, of `messages` by code; undefined without one. It
 * never contains text from the URL.
 */
export function describeAuthError(
  parameters: URLSearchParams,
  messages: Readonly<Record<string, string>>,
): string | undefined {
  const error = parameters.get("error");
  const code = parameters.get("error_code");
  const description = parameters.get("error_description");
  if (error === null && code === null && description === null) return undefined;
  const described = DESCRIBED_CODES.find(([start]) => start.test(String(description)))?.[1];
  return new Map(Object.entries(messages)).get(described ?? code ?? error ?? "") ?? LINK_FAILED;
}
