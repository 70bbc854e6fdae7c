/** A proxy that compresses responses as Cloudflare does, for measurements. */
import http, { type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, createBrotliCompress } from "node:zlib";

/** About the level of Cloudflare's edge for uncached responses. */
const BROTLI_QUALITY = 5;
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest|xml)|image\/svg)/;

interface Proxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves `target` on a free port of localhost, with Brotli if the client accepts it. */
export async function startCompressingProxy(target: string): Promise<Proxy> {
  const origin = new URL(target);
  const server = http.createServer((request, response) => {
    const headers = { ...request.headers, host: origin.host, "accept-encoding": "identity" };
    const upstream = http.request(
      {
        host: origin.hostname,
        port: origin.port,
        path: request.url,
        method: request.method,
        headers,
      },
      (upstreamResponse) => {
        if (!acceptsBrotli(request.headers, upstreamResponse.headers)) {
          response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
          upstreamResponse.pipe(response);
          return;
        }
        const { "content-length": _, ...rest } = upstreamResponse.headers;
        response.writeHead(upstreamResponse.statusCode ?? 502, {
          ...rest,
          "content-encoding": "br",
        });
        const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
        upstreamResponse.pipe(createBrotliCompress({ params })).pipe(response);
      },
    );
    upstream.on("error", () => response.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${getPort(server.address())}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function acceptsBrotli(request: IncomingHttpHeaders, response: IncomingHttpHeaders): boolean {
  const accepted = String(request["accept-encoding"] ?? "");
  return accepted.includes("br") && COMPRESSIBLE.test(response["content-type"] ?? "");
}

function getPort(address: AddressInfo | string | null): number {
  if (typeof address === "object" && address !== null) return address.port;
  throw new Error("The proxy has no port");
}
