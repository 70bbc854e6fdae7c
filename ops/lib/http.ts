/** The HTTP APIs of Cloudflare and Supabase, where no tool of theirs does what is needed. */
import type { EnvironmentVariables } from "../../tools/settings.ts";

const TIMEOUT_MS = 15_000;

export interface ApiRequest {
  /** As it is called in messages. */
  readonly service: string;
  readonly token: string;
  readonly method?: "GET" | "POST" | "PUT";
  readonly body?: object;
  /** What to do about a 401, 403 or 404, by status; other statuses are told as they are. */
  readonly advice?: Readonly<Record<number, string>>;
}

/** Sends one request and returns the JSON of the answer. Throws one line when it is refused, or when none comes. */
export async function requestJson(
  url: string,
  { service, token, method = "GET", body, advice = {} }: ApiRequest,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`no answer from ${service}: ${describeError(error)}`, { cause: error });
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  const hint = advice[response.status] ?? readReason(text);
  throw new Error(`${service} answered ${response.status}${hint ? `: ${hint}` : ""}`);
}

const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

/** Calls Cloudflare's API at `path`, with the token that wrangler has too. */
export function callCloudflare(
  env: EnvironmentVariables,
  path: string,
  request: Omit<ApiRequest, "token">,
): Promise<unknown> {
  const { CLOUDFLARE_API_BASE_URL: root = CLOUDFLARE_API, CLOUDFLARE_API_TOKEN: token = "" } = env;
  return requestJson(root + path, { ...request, token });
}

/** Cloudflare's own words, where it gave any. */
function readReason(text: string): string | undefined {
  return /"message":\s*"([^"]+)"/.exec(text)?.[1];
}

/** In one line, whatever was thrown: fetch and Postgres hide the reason in a cause or a code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message === "fetch failed" && error.cause) return describeError(error.cause);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
