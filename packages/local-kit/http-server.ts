import type { Server } from "node:http";
import { type HttpBindings, serve } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

type FetchHandler = (request: Request) => Response | Promise<Response>;

/** A running local service. */
export interface Service {
  /** Shown in the startup table, e.g. "Stripe". */
  readonly name: string;
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** Stops the service and frees its port. Call at most once. */
  close(): Promise<void>;
}

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `handler` on 127.0.0.1:`port` (0 picks a free one) and resolves once it listens.
 * Rejects with code `EADDRINUSE` and a readable message when the port is in use.
 */
export function listen(handler: FetchHandler, port: number): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: handler, hostname: "127.0.0.1", port }, (info) => {
      resolve({ url: `http://127.0.0.1:${info.port}`, close: () => closeServer(server as Server) });
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") {
        error.message = `Port ${port} is in use. Stop the process listening on it or choose another port`;
      }
      reject(error);
    });
  });
}

/** Destroys a request's socket without responding, to simulate a network failure. `env` is Hono's `context.env`. */
export function closeConnection(env: HttpBindings): Response {
  env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
