/** An HTTP client that records latencies by kind. */
import http from "node:http";

interface ClientResponse {
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
  /** Milliseconds of all requests by kind. */
  readonly times: ReadonlyMap<string, readonly number[]>;
}

const TIMEOUT_MS = 30_000;

export function createClient(siteUrl: string): Client {
  const { port } = new URL(siteUrl);
  const times = new Map<string, number[]>();
  return {
    times,
    async send(kind, request) {
      const startedAt = performance.now();
      const response = await send(Number(port), siteUrl, request);
      times.set(kind, [...(times.get(kind) ?? []), performance.now() - startedAt]);
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
