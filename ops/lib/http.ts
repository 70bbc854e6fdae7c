/** Calls to the HTTP APIs of Cloudflare and Supabase that their tools do not cover. */
import type { EnvironmentVariables } from "../../tools/settings.ts";

const TIMEOUT_MS = 15_000;

export interface ApiRequest {
  /** Name in error messages. */
  readonly service: string;
  readonly token: string;
  readonly method?: "GET" | "POST" | "PUT" | "PATCH";
  readonly body?: object;
  /** Error messages by status. Default: the API's own message. */
  readonly advice?: Readonly<Record<number, string>>;
}

/** An error response. */
export class ResponseError extends Error {
  override name = "ResponseError";
  readonly body: string;
  constructor(message: string, body: string) {
    super(message);
    this.body = body;
  }
}

/** Sends a request and returns the response's JSON. Throws `ResponseError`, or one line for no response. */
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
    throw new Error(`no response from ${service}: ${describeError(error)}`, { cause: error });
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  const hint = advice[response.status] ?? readReason(text);
  const message = `${service} responded ${response.status}${hint ? `: ${hint}` : ""}`;
  throw new ResponseError(message, text);
}

const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

/** Calls Cloudflare's API at `path` with wrangler's token. */
export function callCloudflare(
  env: EnvironmentVariables,
  path: string,
  request: Omit<ApiRequest, "token">,
): Promise<unknown> {
  const { CLOUDFLARE_API_BASE_URL: root = CLOUDFLARE_API, CLOUDFLARE_API_TOKEN: token = "" } = env;
  return requestJson(root + path, { ...request, token });
}

/** The first error message of a Cloudflare response. */
function readReason(text: string): string | undefined {
  return /"message":\s*"([^"]+)"/.exec(text)?.[1];
}

/** Describes any thrown value in one line; fetch and Postgres put the reason in a cause or a code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message === "fetch failed" && error.cause) return describeError(error.cause);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
