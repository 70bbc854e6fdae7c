/** Calls to the HTTP APIs of Cloudflare and Supabase that their tools do not cover. */

const TIMEOUT_MS = 15_000;

export interface ApiRequest {
  /** Name in error messages. */
  readonly service: string;
  readonly token: string;
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: object;
  /** Error messages by status. Default: the API's own message. */
  readonly advice?: Readonly<Record<number, string>>;
}

/** An error response. */
export class ResponseError extends Error {
  override name = "ResponseError";
  readonly status: number;
  readonly body: string;
  constructor(message: string, status: number, body: string) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/**
 * Runs a command that may run twice, and again if it fails, so that one failed request does not fail a
 * deploy.
 */
export function retryOnce<T>(command: () => Promise<T>): Promise<T> {
  return command().catch(command);
}

/**
 * Sends a request and returns the response's JSON. Throws `ResponseError`, or one line. Repeats a failed read
 * once.
 */
export function requestJson(url: string, request: ApiRequest): Promise<unknown> {
  const { method = "GET" } = request;
  const send = () => sendJson(url, { method, ...request });
  return method === "GET" ? retryOnce(send) : send();
}

async function sendJson(
  url: string,
  { service, token, method, body, advice = {} }: ApiRequest,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`no response from ${service}: ${describeError(error)}`, { cause: error });
  });
  const { status, ok } = response;
  const text = await response.text();
  if (!ok) {
    const hint = readMissing(text) ?? advice[status] ?? readReason(text);
    const message = `${service} responded ${status}${hint ? `: ${hint}` : ""}`;
    throw new ResponseError(message, status, text);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${service} responded ${status} without JSON`, { cause: error });
  }
}

/** What a scoped token of Supabase lacks. Source: Supabase's changelog, scoped-personal-access-tokens-ga. */
function readMissing(text: string): string | undefined {
  const [, list] = /"missing_permissions":\s*\[([^\]]*)\]/.exec(text) ?? [];
  return list && `the token lacks ${list.replaceAll('"', "").replaceAll(",", ", ")}`;
}

/** The first error message of a response. */
function readReason(text: string): string | undefined {
  return /"message":\s*"([^"]+)"/.exec(text)?.[1];
}

/** Describes any thrown value in one line; fetch and Postgres put the reason in a cause or a code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message === "fetch failed" && error.cause) return describeError(error.cause);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
