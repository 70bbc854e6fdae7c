import type { JsonObject, JsonValue } from "../database.ts";

/** Texts that are other ones on every server or run, and what stands for them. */
export type Replacement = readonly [pattern: RegExp | string, name: string];

const PATTERNS: readonly Replacement[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<jwt>"],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+(?:Z|[+-]\d\d:\d\d)/g, "<time>"],
  [/[0-9a-f]{56}/g, "<hash>"],
  [/after \d+ seconds?/g, "after <n> seconds"],
  [/expires_at=\d+/g, "expires_at=<n>"],
  [/((?:refresh|provider)_token|(?<!error_)code)=[\w-]+/g, "$1=<token>"],
  [/^(?!000000)\d{6}$/g, "<code>"],
];

/** Fields whose text says nothing but that it is there. */
const OPAQUE = new Set([
  "refresh_token",
  "email_otp",
  "nonce",
  "code_challenge",
  "secret",
  "uri",
  "qr_code",
  "kid",
  "x",
  "y",
  "version",
]);

/** Numbers above this are times in seconds. */
const TIMES_FROM = 1_000_000;

/** `text` with everything replaced that another run or server has otherwise. */
export function normaliseText(text: string, own: readonly Replacement[]): string {
  return [...own, ...PATTERNS].reduce(
    (result, [pattern, name]) => result.replaceAll(pattern, name),
    text,
  );
}

/** The shape of an answer: its fields, with fixed values where they are the same every time. */
export function normalise(value: unknown, own: readonly Replacement[], field = ""): JsonValue {
  if (typeof value === "string") {
    return OPAQUE.has(field) && value !== "" ? `<${field}>` : normaliseText(value, own);
  }
  if (typeof value === "number") return value > TIMES_FROM ? "<seconds>" : value;
  if (typeof value === "boolean" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => normalise(item, own, field));
  if (typeof value === "object") return normaliseFields(value, own);
  throw new Error(`Not JSON: ${typeof value}`);
}

/** Fields in alphabetical order, so that only what differs makes a difference. */
function normaliseFields(value: object, own: readonly Replacement[]): JsonObject {
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, normalise(item, own, name)]));
}

/** Where a redirect leads, its parameters in alphabetical order. */
export function normaliseLocation(location: string, own: readonly Replacement[]): string {
  if (!URL.canParse(location)) return normaliseText(location, own);
  const url = new URL(location);
  const fragment = new URLSearchParams(url.hash.slice(1));
  url.searchParams.sort();
  fragment.sort();
  url.hash = fragment.toString();
  return normaliseText(decodeURIComponent(url.href), own);
}
