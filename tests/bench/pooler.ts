/**
 * Stands in for Hyperdrive in measurements: logs clients in without a word to Postgres and lends them
 * one of a few connections that are logged in already, one client at a time each.
 * Source of the messages: PostgreSQL, "Message Formats".
 */
import net from "node:net";
import pg from "pg";

const SSL_REQUEST = 80_877_103;
const TERMINATE = 0x58;
/** AuthenticationOk, two parameters that drivers look at, ReadyForQuery (idle). */
const WELCOME = Buffer.concat([
  message("R", Buffer.from([0, 0, 0, 0])),
  message("S", Buffer.from("server_version\0" + "17.0\0")),
  message("S", Buffer.from("client_encoding\0UTF8\0")),
  message("Z", Buffer.from("I")),
]);

export interface Pooler {
  /** The connection string of the database, led through here. */
  readonly url: string;
  close(): Promise<void>;
}

/** Opens `size` connections to `databaseUrl` and lends them out on a free port of 127.0.0.1. */
export async function startPooler(databaseUrl: string, size: number): Promise<Pooler> {
  const backends = await Promise.all(Array.from({ length: size }, () => logIn(databaseUrl)));
  const idle = [...backends];
  const waiting: ((backend: net.Socket) => void)[] = [];
  const borrow = () =>
    new Promise<net.Socket>((resolve) => {
      const backend = idle.pop();
      if (backend) resolve(backend);
      else waiting.push(resolve);
    });
  const giveBack = (backend: net.Socket) => {
    const next = waiting.shift();
    if (next) next(backend);
    else idle.push(backend);
  };

  const server = net.createServer((client) => void serve(client, borrow, giveBack));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port for the pooler");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    async close() {
      server.close();
      for (const backend of backends) backend.destroy();
    },
  };
}

/** The socket of a connection that Postgres has let in, without the driver that opened it. */
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

/** One client, from its first word to its last. */
async function serve(
  client: net.Socket,
  borrow: () => Promise<net.Socket>,
  giveBack: (backend: net.Socket) => void,
): Promise<void> {
  client.setNoDelay(true);
  client.on("error", () => {});
  let backend: net.Socket | undefined;
  client.on("data", async (chunk) => {
    if (backend) {
      if (chunk[0] !== TERMINATE) backend.write(chunk);
      return;
    }
    if (chunk.length === 8 && chunk.readInt32BE(4) === SSL_REQUEST) return void client.write("N");
    client.pause();
    backend = await borrow();
    backend.on("data", (answer) => client.write(answer));
    client.write(WELCOME);
    client.resume();
  });
  client.on("close", () => {
    if (!backend) return;
    backend.removeAllListeners("data");
    giveBack(backend);
  });
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
