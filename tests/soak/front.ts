/** A TCP proxy for the site's port, which can switch Workers. */
import { once } from "node:events";
import net from "node:net";

export interface FrontProxy {
  /** Routes new connections to the Worker at `url`. */
  switchTo(url: string): void;
  close(): Promise<void>;
}

export async function startFrontProxy(port: number): Promise<FrontProxy> {
  let target = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const worker = net.connect(target, "127.0.0.1");
    for (const socket of [client, worker]) {
      sockets.add(socket);
      socket.on("error", () => client.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        worker.destroy();
      });
    }
    client.pipe(worker);
    worker.pipe(client);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    switchTo(url) {
      target = Number(new URL(url).port);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
