/** Structured logs: one JSON object a line, so that Workers Logs can filter on any field. */
import { sha256Hex } from "./digest.server";

/** A line's own names stay its own: a field called `event` would hide which line it is. */
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>> & {
  readonly requestId: string;
  readonly event?: never;
  readonly level?: never;
};

/** Something that happened and is normal. */
export function logInfo(event: string, fields: Fields): void {
  // biome-ignore lint/suspicious/noConsole: the console is where Workers Logs listens
  console.log(formatLine("info", event, fields));
}

/** Something that needs a look. `error` contributes its name, message and cause, never request data. */
export function logError(event: string, error: unknown, fields: Fields): void {
  console.error(formatLine("error", event, { ...fields, ...describeError(error) }));
}

/**
 * Somebody was turned away: a wrong password or code, a limit, another site. `subject` is whom it was done
 * to; it is logged as a hash, and what was typed never is.
 */
export async function logRejected(
  { requestId }: { readonly requestId: string },
  refused: {
    readonly purpose: string;
    readonly reason: string | undefined;
    readonly subject?: string | undefined;
  },
): Promise<void> {
  const { purpose, reason, subject } = refused;
  const hash =
    subject === undefined ? undefined : await hashIdentifier(subject.trim().toLowerCase());
  logInfo("auth.refused", { requestId, purpose, reason, subject: hash });
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

/** By this id Stripe's Dashboard, and its support, find the call. */
function findStripeRequestId(error: Error): string | undefined {
  const requestId = "requestId" in error ? error.requestId : undefined;
  return typeof requestId === "string" && requestId.startsWith("req_") ? requestId : undefined;
}

/** The reason behind an error, with its code: SQLSTATE for Postgres, ECONNREFUSED and the like. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const code = "code" in cause ? ` (${String(cause.code)})` : "";
  return `${cause.name}: ${cause.message}${code}`;
}

/** Where an error was thrown. The message that V8 puts in front stands in its own field. */
function getStackFrames({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  const frames = at === -1 ? stack : stack.slice(at + message.length);
  return frames.replace(/^[^\n]*\n/, "").trim();
}

/** Drizzle puts a failed statement's values, people's words among them, at the end of its message. */
const QUERY_VALUES = /\nparams:[\s\S]*$/;
const EMAIL = /[^\s"'<>/=:;,()]+@[^\s"'<>/=:;,()]+\.[a-z]{2,}/gi;
/** JSON Web Tokens; keys of Stripe and Supabase; what follows "Bearer" or a token's name. */
const SECRETS =
  /\beyJ[\w-]+(\.[\w-]+)*|\b([sr]k_(live|test)|whsec|sb_secret)_\w+|(?<=\bBearer )\S+|(?<=\b(code|token|token_hash|access_token|refresh_token|password)=)[^\s&"']+/g;

/** `text` without e-mail addresses, tokens, keys, and values of database statements. */
export function redact(text: string): string {
  return text.replace(QUERY_VALUES, "").replace(SECRETS, "[secret]").replace(EMAIL, "[e-mail]");
}

const MAX_HASHES = 500;
const HASH_LENGTH = 16;
/** Of those who have just been here: most requests are theirs. */
const hashes = new Map<string, string>();

/** A stand-in for a person's id: tells their requests apart, and can be computed from a known id. */
export async function hashIdentifier(userId: string): Promise<string> {
  const known = hashes.get(userId);
  if (known) return known;
  const hash = (await sha256Hex(userId)).slice(0, HASH_LENGTH);
  if (hashes.size >= MAX_HASHES) hashes.clear();
  hashes.set(userId, hash);
  return hash;
}

const ROUTE_LENGTH = 100;
/** What no route of this site has in a segment: other characters, great length, a number or an id. */
const VALUE = /[^a-z0-9._-]|.{31}|(\d.*){4}/i;

/** A path as a log groups by it: without what was typed or generated, which could be anything. */
export function redactPath(pathname: string): string {
  const segments = pathname.split("/").map((segment) => (VALUE.test(segment) ? ":value" : segment));
  return segments.join("/").slice(0, ROUTE_LENGTH);
}
