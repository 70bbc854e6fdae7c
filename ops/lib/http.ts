/** Calls to the HTTP APIs of Cloudflare and Supabase that their tools do not cover. */
import { setTimeout as sleep } from "node:timers/promises";

const TIMEOUT_MS = 15_000;
/** The longest `Retry-After` that a command waits for, in seconds. */
const MAX_RETRY_AFTER_S = 60;

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

/** Runs a command that may run twice, and again if it fails, so that one failed request does not fail a deploy. */
export function retryOnce<T>(command: () => Promise<T>): Promise<T> {
  return command().catch(command);
}

/**
 * Sends a request and returns the response's JSON. Throws `ResponseError`, or one line for no response. Repeats a read
 * once, and any request that was rejected with `Retry-After`.
 */
export async function requestJson(
  url: string,
  { service, token, method = "GET", body, advice = {} }: ApiRequest,
): Promise<unknown> {
  const send = async () => {
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const retryAfterS = Number(response.headers.get("Retry-After") ?? "0");
    const { status, ok } = response;
    return { status, ok, text: await response.text(), retryAfterS };
  };
  const request = method === "GET" ? retryOnce(send) : send();
  let result = await request.catch((error: unknown) => {
    throw new Error(`no response from ${service}: ${describeError(error)}`, { cause: error });
  });
  const isRejected = result.status === 429 && result.retryAfterS <= MAX_RETRY_AFTER_S;
  if (isRejected || (result.status >= 500 && method === "GET")) {
    await sleep(result.retryAfterS * 1000);
    result = await send();
  }
  const { status, ok, text } = result;
  if (!ok) {
    const hint = advice[status] ?? readReason(text);
    throw new ResponseError(`${service} responded ${status}${hint ? `: ${hint}` : ""}`, text);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${service} responded ${status} without JSON`, { cause: error });
  }
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
