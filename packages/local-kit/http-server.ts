import type { Server } from "node:http";
import { type HttpBindings, serve } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

type FetchHandler = (request: Request) => Response | Promise<Response>;

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `handler` on 127.0.0.1:`port` (0 picks a free one) and resolves once it listens.
 * Rejects with code `EADDRINUSE`, and a message for people, when the port is taken.
 */
export function listen(handler: FetchHandler, port: number): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: handler, hostname: "127.0.0.1", port }, (info) => {
      resolve({ url: `http://127.0.0.1:${info.port}`, close: () => closeServer(server as Server) });
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") {
        error.message = `Port ${port} is taken. Stop what listens on it, or choose another`;
      }
      reject(error);
    });
  });
}

/** Hangs up on one request without an answer, as a lost network would. `env` is Hono's `context.env`. */
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
