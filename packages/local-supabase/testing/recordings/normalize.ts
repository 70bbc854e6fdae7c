import type { JsonObject, JsonValue } from "../../database.ts";

/** Text that varies by server or run, and its placeholder. */
export type Replacement = readonly [pattern: RegExp | string, name: string];

const PATTERNS: readonly Replacement[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<jwt>"],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+(?:Z|[+-]\d\d:\d\d)/g, "<time>"],
  [/[0-9a-f]{56}/g, "<hash>"],
  [/after \d+ seconds?/g, "after <n> seconds"],
  [/expires_at=\d+/g, "expires_at=<n>"],
  [/((?:refresh|provider)_token|(?<!error_)code)=[\w-]+/g, "$1=<token>"],
  // WebAuthn: a credential id or a user handle, 36 bytes in base64url.
  [/^[\w-]{48}$/g, "<handle>"],
  // Personal data of a soft-deleted account: SHA-256 in base64url.
  [/^(?=.*[A-Z])[\w-]{43}$/g, "<digest>"],
  [/^(?!000000)\d{6}$/g, "<code>"],
];

/** Fields whose values are replaced by a placeholder. */
const OPAQUE = new Set([
  "refresh_token",
  "email_otp",
  "phone",
  "new_phone",
  "nonce",
  "code_challenge",
  "secret",
  "uri",
  "qr_code",
  "kid",
  "x",
  "y",
  "version",
  "challenge",
  "clientDataJSON",
  "authenticatorData",
  "attestationObject",
  "signature",
]);

/** Larger numbers are timestamps in seconds. */
const MIN_TIMESTAMP = 1_000_000;

/** Replaces everything in `text` that varies by run or server. */
export function normalizeText(text: string, own: readonly Replacement[]): string {
  return [...own, ...PATTERNS].reduce(
    (result, [pattern, name]) => result.replaceAll(pattern, name),
    text,
  );
}

/** Normalizes a response: keeps constant values and replaces varying ones. */
export function normalize(value: unknown, own: readonly Replacement[], field = ""): JsonValue {
  if (typeof value === "string") {
    return OPAQUE.has(field) && value !== "" ? `<${field}>` : normalizeText(value, own);
  }
  if (typeof value === "number") return value > MIN_TIMESTAMP ? "<seconds>" : value;
  if (typeof value === "boolean" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => normalize(item, own, field));
  if (typeof value === "object") return normalizeFields(value, own);
  throw new Error(`Not JSON: ${typeof value}`);
}

/** Sorts fields, so that their order makes no difference. */
function normalizeFields(value: object, own: readonly Replacement[]): JsonObject {
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, normalize(item, own, name)]));
}

/** Normalizes a redirect URL, with sorted parameters. */
export function normalizeLocation(location: string, own: readonly Replacement[]): string {
  if (!URL.canParse(location)) return normalizeText(location, own);
  const url = new URL(location);
  const fragment = new URLSearchParams(url.hash.slice(1));
  url.searchParams.sort();
  fragment.sort();
  url.hash = fragment.toString();
  return normalizeText(decodeURIComponent(url.href), own);
}
