import type { IncomingMessage } from "node:http";
import type { Plugin } from "vite";

/**
 * In development, for port forwarders and tunnels that end TLS: the request keeps the address that the site
 * listens at, as if it had come from this machine. With `X-Forwarded-Proto` it would be https, which the
 * `Origin` of a forwarder does not match, and every form would be rejected.
 */
export function forwardedRequests(): Plugin {
  return {
    name: "forwarded-requests",
    apply: "serve",
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        unforward(request);
        next();
      });
    },
  };
}

/** Replaces the origin of the address that the browser shows. Another site's is kept, and rejected. */
function unforward({ headers, rawHeaders }: Pick<IncomingMessage, "headers" | "rawHeaders">): void {
  const { host, origin = "", "x-forwarded-host": forwardedHost } = headers;
  delete headers["x-forwarded-proto"];
  const shown = URL.parse(origin)?.host;
  if (!shown || (shown !== host && shown !== forwardedHost)) return;
  // Cloudflare's plugin reads the URL's scheme from `headers`, and everything else from `rawHeaders`.
  const at = rawHeaders.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === "origin");
  rawHeaders[at + 1] = `http://${host}`;
}
