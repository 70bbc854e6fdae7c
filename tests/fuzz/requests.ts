/** Seeded random requests: mutated valid ones, and garbage. */

export interface FuzzRequest {
  readonly method: string;
  /** Raw path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

interface FuzzSettings {
  readonly random: () => number;
  /** Example paths of all routes. */
  readonly paths: readonly string[];
  readonly siteUrl: string;
  /** User ids with their session cookies. */
  readonly sessions: readonly { readonly id: string; readonly cookie: string }[];
  readonly itemIds: readonly string[];
}

/** Must never be reflected as markup. */
export const MARKUP = '"><fuzz-mark onload=alert(1)>';
/** Must never be reflected as a header. */
export const INJECTED_HEADER = "x-fuzz-injected";

const METHODS = ["GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE"];
const FORM = "application/x-www-form-urlencoded";
const TYPES = [FORM, FORM, FORM, "application/json", "text/plain", "multipart/form-data", "x", ""];
const HOSTILE_VALUES = [
  "",
  "0",
  "-1",
  "null",
  "undefined",
  "NaN",
  "1e999",
  "true",
  "[object Object]",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "%00",
  "%",
  "%ff%fe",
  "\u202e\u0000",
  "🜁".repeat(300),
  "a".repeat(5_000),
  MARKUP,
  `x\r\n${INJECTED_HEADER}: 1`,
  "' or 1=1 --",
  "{{7*7}}",
  "https://evil.example/",
  "//evil.example",
] as const;
const NAMES = [
  "next",
  "code",
  "error",
  "error_description",
  "token_hash",
  "type",
  "before",
  "item",
  "paid",
  "email",
  "_routes",
  "index",
  "reauthenticate",
  "sb_flow_id",
] as const;

/** Valid form fields by path. */
function getValidFields(path: string, userId: string, itemId: string): Record<string, string> {
  const login = { email: "fuzz@example.com", password: "correct-horse-1" };
  const account = { account: userId };
  if (path.startsWith("/auth"))
    return { intent: "signin", ...account, ...login, confirm: login.password };
  if (path === "/contact") {
    const message = { name: "Ann", email: login.email, message: "Hello" };
    return { id: crypto.randomUUID(), startedAt: "1", extra: "", ...message };
  }
  if (path.endsWith("-report")) {
    const stack = "at pay (https://www.example.com/assets/a.js:1:2)";
    return { page: "/pricing", name: "Error", message: "broken", stack };
  }
  if (path.startsWith("/settings")) return { name: "Ann", ...account, ...login };
  if (path === "/account/delete") return { ...account, confirmation: "delete" };
  return { ...account, intent: "feature", id: itemId, name: "A thing" };
}

/** Returns the next request of an endless seeded sequence. */
export function nextRequest(settings: FuzzSettings): FuzzRequest {
  const { random, siteUrl } = settings;
  const pick = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)];
  const nasty = () => pick(HOSTILE_VALUES) ?? "";
  const bend = (value: string): string => {
    const way = random();
    if (way < 0.4) return value;
    if (way < 0.6) return nasty();
    const at = Math.floor(random() * (value.length + 1));
    if (way < 0.8) return value.slice(0, at) + nasty() + value.slice(at);
    return value.slice(0, at);
  };

  const method = pick(METHODS) ?? "GET";
  const path = pick(settings.paths) ?? "/";
  const bentPath = random() < 0.2 ? `${path}/${encodeURIComponent(nasty())}` : path;
  const suffix = random() < 0.25 ? ".data" : "";
  const query = new URLSearchParams();
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    query.append(pick(NAMES) ?? "next", bend(nasty()));
  }
  const target = bentPath + suffix + (query.size > 0 ? `?${query}` : "");

  const type = pick(TYPES) ?? "";
  const session = pick(settings.sessions) ?? { id: "", cookie: "" };
  const valid = getValidFields(path, session.id, pick(settings.itemIds) ?? "");
  const fields = Object.entries(valid).filter(() => random() < 0.9);
  const bent = Object.fromEntries(fields.map(([name, value]) => [name, bend(value)]));
  const text = type === FORM ? new URLSearchParams(bent).toString() : JSON.stringify(bent);
  const headers: Record<string, string> = {
    "CF-Connecting-IP": `10.${byte(random)}.${byte(random)}.${byte(random)}`,
  };
  if (random() < 0.5)
    headers.Cookie = toHeaderValue(random() < 0.7 ? session.cookie : bend(session.cookie));
  if (random() < 0.9) headers.Origin = random() < 0.95 ? siteUrl : toHeaderValue(nasty());
  if (random() < 0.1) headers.Authorization = `Bearer ${toHeaderValue(nasty())}`;
  if (random() < 0.1) headers["If-None-Match"] = toHeaderValue(nasty());
  if (random() < 0.1) headers["X-Forwarded-Host"] = "evil.example";
  if (random() < 0.1) headers["Accept-Language"] = toHeaderValue(nasty());
  if (random() < 0.05) headers["Sec-Purpose"] = "prefetch";
  const hasBody = method === "POST" || method === "PUT";
  if (hasBody && type) headers["Content-Type"] = type;
  return { method, target, headers, body: hasBody ? Buffer.from(bend(text)) : undefined };
}

function byte(random: () => number): number {
  return Math.floor(random() * 256);
}

/** Removes line breaks and characters beyond Latin-1, which the client rejects in headers. */
function toHeaderValue(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, "?");
}
