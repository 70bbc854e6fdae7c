/** A TCP proxy between the Worker and Postgres that can cut connections around the write of a sync. */
import { connect as connectTo, createServer, type Server, type Socket } from "node:net";

/** "before": the server never receives the write. "after": it commits, but the response is lost. */
export type CommitFault = "before" | "after";

export interface PostgresProxy {
  readonly port: number;
  /** Port of Postgres; set before the first connection. */
  targetPort: number;
  /** Called for each write, which commits by itself; undefined passes it through. */
  onCommit: () => CommitFault | undefined;
  /** How many connections were cut so far. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** Only the write of a sync contains it. */
const WRITE = Buffer.from("insert into stripe_events");
/** "ReadyForQuery, idle": committed. Source: PostgreSQL, "Message Formats". */
const COMMITTED = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Listens on a free port of 127.0.0.1 and relays to `targetPort` of the same. */
export async function startPostgresProxy(): Promise<PostgresProxy> {
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connectTo(proxy.targetPort, "127.0.0.1");
    const both = [client, upstream];
    for (const socket of both) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        for (const other of both) other.destroy();
      });
    }
    let isCutAfterCommit = false;
    function cut(): void {
      cuts += 1;
      for (const socket of both) socket.destroy();
    }
    client.on("data", (data) => {
      const fault = data.includes(WRITE) ? proxy.onCommit() : undefined;
      if (fault === "before") return cut();
      if (fault === "after") isCutAfterCommit = true;
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (isCutAfterCommit && data.includes(COMMITTED)) return cut();
      client.write(data);
    });
  });
  const port = await listen(server);
  const proxy: PostgresProxy = {
    port,
    targetPort: 0,
    onCommit: () => undefined,
    get cuts() {
      return cuts;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("No port"));
      else resolve(address.port);
    });
  });
}
