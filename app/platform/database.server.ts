import type { NodePgDatabase } from "drizzle-orm/node-postgres";

export type Database = NodePgDatabase;

/** Hyperdrive accepts connections close to the Worker; when it takes longer than this, it is down. */
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 8_000;

/** The database of one request: connected on first use, closed after the response. */
export interface RequestDatabase {
  /** Connects on the first call. */
  get(): Promise<Database>;
  /** Ends the connection if there is one. */
  close(): Promise<void>;
  /** Milliseconds spent waiting for the database so far; undefined when it was not asked. */
  waitedMs(): number | undefined;
}

/**
 * A database client that lives for one request: Workers forbid sharing a socket between requests.
 * Uses `pg`, which sends a parameterised query in one flight (docs/decisions/0002-database-driver.md).
 */
export function createRequestDatabase(connectionString: string): RequestDatabase {
  const stopwatch = createStopwatch();
  let opened: Promise<{ database: Database; end: () => Promise<void> }> | undefined;
  return {
    async get() {
      opened ??= connect(connectionString, stopwatch);
      return (await opened).database;
    },
    async close() {
      const connection = await opened?.catch(() => undefined);
      await connection?.end().catch(() => {});
    },
    waitedMs: () => stopwatch.total(),
  };
}

/** Loaded on demand, so that a page without data does not pay for the driver. */
async function connect(connectionString: string, stopwatch: Stopwatch) {
  const [{ default: pg }, { drizzle }] = await Promise.all([
    import("pg"),
    import("drizzle-orm/node-postgres"),
  ]);
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  // A connection lost between queries is reported by the next query; without a listener it would be fatal.
  client.on("error", () => {});
  // Drizzle tells its logger of each query before it is sent; the client "drains" when all are answered.
  client.on("drain", stopwatch.stop);
  stopwatch.start();
  await client.connect().finally(stopwatch.stop);
  const database = drizzle(client, { logger: { logQuery: stopwatch.start } });
  return { database, end: () => client.end() };
}

/** Adds up the stretches in which a request waits for its database. */
interface Stopwatch {
  /** Begins a stretch; nothing happens when one has begun. */
  start(): void;
  /** Ends the stretch; nothing happens when none has begun. */
  stop(): void;
  /** Milliseconds so far; undefined when it was never started. */
  total(): number | undefined;
}

function createStopwatch(): Stopwatch {
  let startedAt: number | undefined;
  let counted: number | undefined;
  const total = () => (startedAt === undefined ? counted : (counted ?? 0) + Date.now() - startedAt);
  return {
    start() {
      startedAt ??= Date.now();
    },
    stop() {
      counted = total();
      startedAt = undefined;
    },
    total,
  };
}
