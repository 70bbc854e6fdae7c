/** An HTTP client that records latencies by kind. */
import http from "node:http";

export interface ClientResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export interface ClientRequest {
  readonly path: string;
  readonly cookie?: string;
  /** Form fields to POST. Default: GET. */
  readonly form?: Readonly<Record<string, string>>;
  /** JSON to POST. */
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Client {
  /** Sends a request and records its time under `kind`. Rejects on a connection error. */
  send(kind: string, request: ClientRequest): Promise<ClientResponse>;
  /** Records another time under `kind`. */
  record(kind: string, ms: number): void;
  /** Milliseconds of all requests by kind. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** Responses of 500 and above without Retry-After, as "kind path status". */
  readonly unexpectedErrors: readonly string[];
  /** Number of 503 responses with Retry-After. */
  readonly countUnavailable: () => number;
}

const TIMEOUT_MS = 30_000;

export function createClient(siteUrl: string): Client {
  const { port } = new URL(siteUrl);
  const times = new Map<string, number[]>();
  const unexpectedErrors: string[] = [];
  let unavailable = 0;
  const note = (kind: string, ms: number) => {
    const known = times.get(kind) ?? [];
    known.push(ms);
    times.set(kind, known);
  };
  return {
    record: note,
    times,
    unexpectedErrors,
    countUnavailable: () => unavailable,
    async send(kind, request) {
      const startedAt = performance.now();
      const response = await send(Number(port), siteUrl, request);
      note(kind, performance.now() - startedAt);
      if (response.status === 503 && response.headers["retry-after"]) unavailable += 1;
      else if (response.status >= 500)
        unexpectedErrors.push(`${kind} ${request.path} ${response.status}`);
      return response;
    },
  };
}

function send(port: number, siteUrl: string, { path, cookie, form, json, headers }: ClientRequest) {
  const body = form ? new URLSearchParams(form).toString() : json && JSON.stringify(json);
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  return new Promise<ClientResponse>((resolve, reject) => {
    const request = http.request(
      {
        ...{ host: "127.0.0.1", port, path, method: body === undefined ? "GET" : "POST" },
        // A new connection for each request, so that none reaches the old Worker after a deploy.
        ...{ agent: false, timeout: TIMEOUT_MS },
        headers: {
          Host: new URL(siteUrl).host,
          Origin: siteUrl,
          Accept: "text/html",
          ...(cookie && { Cookie: cookie }),
          ...(body !== undefined && { "Content-Type": type }),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
        response.on("error", reject);
      },
    );
    request.on("timeout", () => request.destroy(new Error(`${path} took over ${TIMEOUT_MS} ms`)));
    request.on("error", reject);
    request.end(body);
  });
}
