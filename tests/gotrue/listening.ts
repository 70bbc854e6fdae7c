import { once } from "node:events";
import type { Server } from "node:net";

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. Closing does not wait for open connections. */
export async function listenOn(server: Server): Promise<Listening> {
  const sockets = new Set<{ destroy(): void }>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
