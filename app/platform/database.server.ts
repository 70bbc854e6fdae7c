import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type * as schema from "#drizzle/schema";

export type Database = NodePgDatabase<typeof schema>;

/** Hyperdrive answers a connect from nearby; longer than this means it is not there. */
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 8_000;

/** The database of one request: connected on first use, closed after the response. */
export interface RequestDatabase {
  /** Connects on the first call. */
  get(): Promise<Database>;
  /** Ends the connection if there is one. */
  close(): Promise<void>;
}

/**
 * A database client that lives for one request: Workers forbid sharing a socket between requests.
 * Uses `pg`, which sends a parameterised query in one flight (docs/decisions/0002-database-driver.md).
 */
export function createRequestDatabase(connectionString: string): RequestDatabase {
  let opened: Promise<{ database: Database; end: () => Promise<void> }> | undefined;
  return {
    async get() {
      opened ??= connect(connectionString);
      return (await opened).database;
    },
    async close() {
      const connection = await opened?.catch(() => undefined);
      await connection?.end().catch(() => {});
    },
  };
}

/** Loaded on demand, so that a page without data does not pay for the driver. */
async function connect(connectionString: string) {
  const [{ default: pg }, { drizzle }, tables] = await Promise.all([
    import("pg"),
    import("drizzle-orm/node-postgres"),
    import("#drizzle/schema"),
  ]);
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  // A connection lost between queries is reported by the next query; without a listener it would be fatal.
  client.on("error", () => {});
  await client.connect();
  return { database: drizzle(client, { schema: tables }), end: () => client.end() };
}
