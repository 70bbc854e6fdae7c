/**
 * Stands between the product and a part of it: slows it down, cuts it off, and counts what a far
 * Postgres would cost. A flight is a turn of the talk: the client speaks, and cannot go on before the answer.
 */
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** "ReadyForQuery, idle". Source: PostgreSQL, "Message Formats". */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** "Terminate" is said and not answered. */
const TERMINATE = 0x58;

/** The flights of one connection. */
export interface RoundTrips {
  /** Until the server was ready for the first query. */
  connect: number;
  query: number;
}

export interface FaultProxy {
  /** The address of a part, or a database's connection string, led through here. */
  proxyUrl(url: string): string;
  readonly connections: readonly RoundTrips[];
  /** Added on the way there and again on the way back. Milliseconds. */
  delayMs: number;
  /** Logging in to Postgres is not slowed down, as Hyperdrive answers that near the Worker. */
  isLogInNear: boolean;
  /** Ends the connection in the middle of every query. */
  dropsQueries: boolean;
  /** Refuses every connection and ends those there are. */
  setDown(isDown: boolean): void;
  forget(): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and passes everything on to where `lead` pointed last. */
export async function startFaultProxy(): Promise<FaultProxy> {
  let targetPort = 0;
  const sockets = new Set<net.Socket>();
  let connections: RoundTrips[] = [];
  let isDown = false;

  const server = net.createServer((client) => {
    if (isDown) return void client.destroy();
    const upstream = net.connect(targetPort, "127.0.0.1");
    const flights: RoundTrips = { connect: 0, query: 0 };
    connections.push(flights);
    let isReady = false;
    let isClientsTurn = true;
    const delay = () => (proxy.isLogInNear && !isReady ? 0 : proxy.delayMs);
    relay(client, upstream, delay, (chunk) => {
      if (isClientsTurn && chunk[0] !== TERMINATE) flights[isReady ? "query" : "connect"] += 1;
      isClientsTurn = false;
      if (isReady && proxy.dropsQueries) setImmediate(() => upstream.destroy());
    });
    relay(upstream, client, delay, (chunk) => {
      isReady ||= chunk.includes(READY);
      isClientsTurn = true;
    });
  });

  function relay(
    from: net.Socket,
    to: net.Socket,
    delay: () => number,
    look: (chunk: Buffer) => void,
  ): void {
    sockets.add(from);
    from.setNoDelay(true);
    // One after the other: when the delay ends, what comes next must not overtake what still waits.
    let passedOn = Promise.resolve();
    const passOn = (delayMs: number, act: () => void) => {
      const dueAt = Date.now() + delayMs;
      passedOn = passedOn.then(async () => {
        const leftMs = dueAt - Date.now();
        if (leftMs > 0) await sleep(leftMs);
        act();
      });
    };
    from.on("data", (chunk) => {
      const delayMs = delay();
      look(chunk);
      passOn(delayMs, () => {
        if (to.writable) to.write(chunk);
      });
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      passOn(proxy.delayMs, () => to.destroy());
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
    isLogInNear: false,
    dropsQueries: false,
    setDown(next) {
      isDown = next;
      if (isDown) for (const socket of sockets) socket.destroy();
    },
    forget() {
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
