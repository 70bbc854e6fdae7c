/** Structured logs: one JSON object per line, listed in docs/events.md. */
import { sha256Hex } from "./digest.server";

/** `event` and `level` are reserved. */
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>> & {
  readonly requestId: string;
  readonly event?: never;
  readonly level?: never;
};

/** Logs an expected event. */
export function logInfo(event: string, fields: Fields): void {
  // biome-ignore lint/suspicious/noConsole: Workers Logs reads the console
  console.log(formatLine("info", event, fields));
}

/** Logs a failure with the error's name, message, cause and stack; never request data. */
export function logError(event: string, error: unknown, fields: Fields): void {
  console.error(formatLine("error", event, { ...fields, ...describeError(error) }));
}

/**
 * Logs a rejected attempt, e.g. a wrong password. `subject` is the account or address it targeted, logged as
 * a hash.
 */
export async function logRejected(
  { requestId }: { readonly requestId: string },
  rejection: {
    readonly purpose: string;
    readonly reason: string | undefined;
    readonly subject?: string | undefined;
  },
): Promise<void> {
  const { purpose, reason, subject } = rejection;
  const hash = subject === undefined ? undefined : await hashLogSubject(subject);
  logInfo("request.rejected", { requestId, purpose, reason, subject: hash });
}

/** The hash of an account or address, however it was typed. */
export function hashLogSubject(subject: string): Promise<string> {
  return hashIdentifier(subject.trim().toLowerCase());
}

function formatLine(level: "info" | "error", event: string, fields: Fields): string {
  const redacted = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? redact(value) : value,
  ]);
  return JSON.stringify({ level, event, ...Object.fromEntries(redacted) });
}

function describeError(error: unknown): Readonly<Record<string, string | undefined>> {
  if (!(error instanceof Error)) return { error: String(error) };
  return {
    error: `${error.name}: ${error.message}`,
    cause: error.cause === undefined ? undefined : describeCause(error.cause),
    stripeRequestId: findStripeRequestId(error),
    stack: getStackFrames(error),
  };
}

/** The id that finds the call in Stripe's Dashboard. */
function findStripeRequestId(error: Error): string | undefined {
  const requestId = "requestId" in error ? error.requestId : undefined;
  return typeof requestId === "string" && requestId.startsWith("req_") ? requestId : undefined;
}

/** A cause with its code, e.g. SQLSTATE or ECONNREFUSED. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const code = "code" in cause ? ` (${String(cause.code)})` : "";
  return `${cause.name}: ${cause.message}${code}`;
}

/** Stack frames without V8's leading message, which has its own field. */
function getStackFrames({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  const frames = at === -1 ? stack : stack.slice(at + message.length);
  return frames.replace(/^[^\n]*\n/, "").trim();
}

/** What is never logged, its replacement, and an example. */
const REDACTIONS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // A failed statement's values, which Drizzle appends to its message: "\nparams: Ann,ann@example.com".
  [/\nparams:[\s\S]*$/, ""],
  // JSON Web Tokens: "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl".
  [/\beyJ[\w-]+(\.[\w-]+)*/g, "[secret]"],
  // Keys of Stripe and Supabase: "sk_live_51HxAbc", "whsec_abcDEF123", "sb_secret_N7UND0_abc".
  [/\b([sr]k_(live|test)|whsec|sb_secret)_\w+/g, "[secret]"],
  // "Bearer abc123".
  [/(?<=\bBearer )\S+/g, "[secret]"],
  // Parameters of links: "?code=a1b2&next=/x", "?token_hash=abc".
  [/(?<=\b(code|token|token_hash|access_token|refresh_token|password)=)[^\s&"']+/g, "[secret]"],
  // Email addresses, also in quotes, brackets and lists: "<ann.b+c@mail.example.com>". Lengths: RFC 5321,
  // 4.5.3.1.
  [/[^\s"'<>/=:;,()@]{1,64}@[^\s"'<>/=:;,()@]{1,255}\.[a-z]{2,63}/gi, "[email]"],
];

/** Removes email addresses, tokens, keys and statement values from `text`. */
export function redact(text: string): string {
  return REDACTIONS.reduce(
    (left, [pattern, replacement]) => left.replace(pattern, replacement),
    text,
  );
}

/** A short hash of a user id, email or network: groups log lines without naming anyone. */
export async function hashIdentifier(identifier: string): Promise<string> {
  return (await sha256Hex(identifier)).slice(0, 16);
}

const ROUTE_LENGTH = 100;
/** A path segment that cannot be part of a route. */
const VALUES: readonly RegExp[] = [
  // Other characters: "ann@example.com", "%2e%2e".
  /[^a-z0-9._-]/i,
  // More than 30 characters.
  /.{31}/,
  // An id, which has four digits or more: "6f1f0f3e-7f1c-4a53", "cus_1a2b3c4d".
  /(\d.*){4}/,
];

/** Replaces user input and ids in a path with `:value`, so that logs can group by it. */
export function redactPath(pathname: string): string {
  const isValue = (segment: string) => VALUES.some((pattern) => pattern.test(segment));
  const segments = pathname.split("/").map((segment) => (isValue(segment) ? ":value" : segment));
  return segments.join("/").slice(0, ROUTE_LENGTH);
}
