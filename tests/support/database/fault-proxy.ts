/**
 * A TCP proxy that adds latency and failures, and counts round trips to Postgres: requests whose response the
 * client waits for.
 */
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** "ReadyForQuery, idle". Source: PostgreSQL, "Message Formats". */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** "Terminate" has no response. */
const TERMINATE = 0x58;

/** Round trips of one connection. */
interface RoundTrips {
  /** Before the server was ready for the first query. */
  connect: number;
  query: number;
}

export interface FaultProxy {
  /** Routes `url`, also a connection string, through this proxy; returns the new URL. */
  proxyUrl(url: string): string;
  readonly connections: readonly RoundTrips[];
  /** Latency in each direction, in milliseconds. */
  delayMs: number;
  /** No latency until login is complete, as with Hyperdrive near the Worker. */
  hasFastLogin: boolean;
  /** Closes the connection during every query. */
  dropsQueries: boolean;
  /** Closes all connections and rejects new ones. */
  setDown(isDown: boolean): void;
  /** Clears the counters. */
  resetCounts(): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and forwards to the last routed URL. */
export async function startFaultProxy(): Promise<FaultProxy> {
  let targetPort = 0;
  const sockets = new Set<net.Socket>();
  let connections: RoundTrips[] = [];
  let isDown = false;

  const server = net.createServer((client) => {
    if (isDown) return void client.destroy();
    const upstream = net.connect(targetPort, "127.0.0.1");
    const counts: RoundTrips = { connect: 0, query: 0 };
    connections.push(counts);
    let isReady = false;
    let isAwaitingRequest = true;
    const delay = () => (proxy.hasFastLogin && !isReady ? 0 : proxy.delayMs);
    relay(client, upstream, delay, (chunk) => {
      if (isAwaitingRequest && chunk[0] !== TERMINATE) counts[isReady ? "query" : "connect"] += 1;
      isAwaitingRequest = false;
      if (isReady && proxy.dropsQueries) setImmediate(() => upstream.destroy());
    });
    relay(upstream, client, delay, (chunk) => {
      isReady ||= chunk.includes(READY);
      isAwaitingRequest = true;
    });
  });

  function relay(
    from: net.Socket,
    to: net.Socket,
    delay: () => number,
    onChunk: (chunk: Buffer) => void,
  ): void {
    sockets.add(from);
    from.setNoDelay(true);
    // A queue keeps chunks in order when the delay changes.
    let queue = Promise.resolve();
    const enqueue = (delayMs: number, act: () => void) => {
      const dueAt = Date.now() + delayMs;
      queue = queue.then(async () => {
        const leftMs = dueAt - Date.now();
        if (leftMs > 0) await sleep(leftMs);
        act();
      });
    };
    from.on("data", (chunk) => {
      const delayMs = delay();
      onChunk(chunk);
      enqueue(delayMs, () => {
        if (to.writable) to.write(chunk);
      });
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      enqueue(proxy.delayMs, () => to.destroy());
    });
  }

  const proxy: FaultProxy = {
    proxyUrl(original) {
      const url = new URL(original);
      targetPort = Number(url.port);
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("Not listening");
      url.port = String(address.port);
      return url.href;
    },
    get connections() {
      return connections;
    },
    delayMs: 0,
    hasFastLogin: false,
    dropsQueries: false,
    setDown(next) {
      isDown = next;
      if (isDown) for (const socket of sockets) socket.destroy();
    },
    resetCounts() {
      connections = [];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return proxy;
}
