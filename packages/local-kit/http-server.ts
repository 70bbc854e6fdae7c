import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
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
 * How long a port that is in use is waited for: outgoing connections take one of Linux's range for a moment.
 */
const WAIT_MS = 10_000;
const INTERVAL_MS = 100;

/**
 * Serves `handler` on 127.0.0.1:`port` (0 picks a free one) and resolves once it listens.
 * Rejects with code `EADDRINUSE` and a readable message when the port stays in use for ten seconds.
 */
export async function listen(handler: FetchHandler, port: number): Promise<HttpServer> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    try {
      return await tryListen(handler, port);
    } catch (error) {
      const isInUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isInUse) throw error;
      error.message = `Port ${port} is in use. Stop the process that uses it, or choose another port`;
      if (performance.now() > deadline) throw error;
      await sleep(INTERVAL_MS);
    }
  }
}

function tryListen(handler: FetchHandler, port: number): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: handler, hostname: "127.0.0.1", port }, (info) => {
      resolve({ url: `http://127.0.0.1:${info.port}`, close: () => closeServer(server as Server) });
    });
    server.once("error", reject);
  });
}

/**
 * Destroys a request's socket without responding, to simulate a network failure. `env` is Hono's
 * `context.env`.
 */
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
