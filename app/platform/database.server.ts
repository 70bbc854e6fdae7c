import type { NodePgDatabase } from "drizzle-orm/node-postgres";

export type Database = NodePgDatabase;

/** Hyperdrive accepts connections near the Worker; taking longer than this means that it is down. */
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 8_000;

/**
 * Database access for one request, because Workers cannot share a socket between requests. Uses `pg`, which
 * sends a parameterized query in one round trip (docs/decisions/0002-database-driver.md).
 */
export function createRequestDatabase(connectionString: string) {
  const stopwatch = createStopwatch();
  let opened: ReturnType<typeof connect> | undefined;
  return {
    /** Connects on the first call. */
    async get(): Promise<Database> {
      opened ??= connect(connectionString, stopwatch);
      return opened;
    },
    /** Closes the connection, if any. */
    async close() {
      const database = await opened?.catch(() => undefined);
      await database?.$client.end().catch(() => {});
    },
    /** Milliseconds spent waiting for the database; undefined when it was not used. */
    waitedMs: () => stopwatch.total(),
  };
}

/** Loads the driver on demand, so that pages without data skip it. */
async function connect(connectionString: string, stopwatch: ReturnType<typeof createStopwatch>) {
  const [{ default: pg }, { drizzle }] = await Promise.all([
    import("pg"),
    import("drizzle-orm/node-postgres"),
  ]);
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  // The next query reports a lost connection; without a listener the event would be fatal.
  client.on("error", () => {});
  // Drizzle calls its logger before each query; the client emits "drain" after the last response.
  client.on("drain", stopwatch.stop);
  stopwatch.start();
  await client.connect().finally(stopwatch.stop);
  return drizzle(client, { logger: { logQuery: stopwatch.start } });
}

/** Sums the time that a request waits for the database. A repeated start or stop does nothing. */
function createStopwatch() {
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
