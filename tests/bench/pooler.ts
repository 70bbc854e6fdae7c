/**
 * A stand-in for Hyperdrive in measurements: accepts clients without a login at Postgres, and assigns each
 * one of a few open connections. Source of the messages: PostgreSQL, "Message Formats".
 */
import net from "node:net";
import pg from "pg";

const SSL_REQUEST = 80_877_103;
const TERMINATE = 0x58;
/** "ReadyForQuery, idle": the response is complete and no transaction is open. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** AuthenticationOk, two parameters that drivers read, ReadyForQuery (idle). */
const WELCOME = Buffer.concat([
  message("R", Buffer.from([0, 0, 0, 0])),
  message("S", Buffer.from("server_version\0" + "17.0\0")),
  message("S", Buffer.from("client_encoding\0UTF8\0")),
  message("Z", Buffer.from("I")),
]);

interface Pooler {
  /** The database's connection string through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** Opens `size` connections to `databaseUrl` and serves them on a free port of 127.0.0.1. */
export async function startPooler(databaseUrl: string, size: number): Promise<Pooler> {
  const open = new Set<net.Socket>();
  const connect = async () => {
    const backend = await logIn(databaseUrl);
    open.add(backend);
    return backend;
  };
  const idle = await Promise.all(Array.from({ length: size }, connect));
  const waiting: ((backend: net.Socket) => void)[] = [];
  const release = (backend: net.Socket) => {
    const next = waiting.shift();
    if (next) next(backend);
    else idle.push(backend);
  };
  const pool: ConnectionPool = {
    async acquire() {
      return idle.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
    },
    release,
    async replace(backend) {
      open.delete(backend);
      backend.destroy();
      if (server.listening) release(await connect());
    },
  };

  const server = net.createServer((client) => void serve(client, pool));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port for the pooler");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    async close() {
      server.close();
      for (const backend of open) backend.destroy();
    },
  };
}

/** The pool of open connections. */
interface ConnectionPool {
  acquire(): Promise<net.Socket>;
  release(backend: net.Socket): void;
  /** Closes a connection with unfinished work and opens a new one. */
  replace(backend: net.Socket): Promise<void>;
}

/** Opens a logged-in connection and returns its socket, detached from the driver. */
async function logIn(databaseUrl: string): Promise<net.Socket> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { stream } = client.connection;
  if (!(stream instanceof net.Socket)) throw new Error("Not a plain connection");
  stream.removeAllListeners();
  stream.setNoDelay(true);
  stream.on("error", () => {});
  return stream;
}

/** Serves one client until it disconnects. */
async function serve(client: net.Socket, pool: ConnectionPool): Promise<void> {
  client.setNoDelay(true);
  client.on("error", () => {});
  let backend: net.Socket | undefined;
  let isReady = true;
  client.on("data", async (chunk) => {
    if (backend) {
      if (chunk[0] === TERMINATE) return;
      isReady = false;
      backend.write(chunk);
      return;
    }
    if (chunk.length === 8 && chunk.readInt32BE(4) === SSL_REQUEST) return void client.write("N");
    client.pause();
    const acquired = await pool.acquire();
    if (client.destroyed) return pool.release(acquired);
    backend = acquired;
    let tail = READY;
    acquired.on("data", (chunk) => {
      tail = Buffer.concat([tail, chunk]).subarray(-READY.length);
      isReady = tail.equals(READY);
      client.write(chunk);
    });
    client.write(WELCOME);
    client.resume();
  });
  client.on("close", () => {
    if (!backend) return;
    backend.removeAllListeners("data");
    if (isReady) pool.release(backend);
    else void pool.replace(backend);
  });
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
