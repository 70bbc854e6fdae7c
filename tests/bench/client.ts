/** An HTTP client that records latencies by kind. */

interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
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
  /** "follow" times the page that a redirect leads to as well. */
  readonly redirect?: "follow";
}

export interface Client {
  /** Sends a request, by default without following a redirect, and records its time under `kind`. */
  send(kind: string, request: ClientRequest): Promise<ClientResponse>;
  /** Milliseconds of all requests by kind. */
  readonly times: ReadonlyMap<string, readonly number[]>;
}

const TIMEOUT_MS = 30_000;

export function createClient(siteUrl: string): Client {
  const times = new Map<string, number[]>();
  return {
    times,
    async send(kind, { path, cookie, form, json, headers, redirect }) {
      const startedAt = performance.now();
      const response = await fetch(siteUrl + path, {
        ...((form || json) && { method: "POST" }),
        body: form ? new URLSearchParams(form) : json ? JSON.stringify(json) : null,
        headers: {
          Origin: siteUrl,
          Accept: "text/html",
          ...(cookie && { Cookie: cookie }),
          ...(json && { "Content-Type": "application/json" }),
          ...headers,
        },
        redirect: redirect ?? "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      times.set(kind, [...(times.get(kind) ?? []), performance.now() - startedAt]);
      return { status: response.status, headers: response.headers, text };
    },
  };
}
