import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { inject } from "vitest";
import { startPostgres } from "../postgres/index.ts";
import { createChildProcesses } from "../processes/child-processes.ts";

export interface TestDatabase {
  /** Superuser connection. */
  readonly url: string;
  close(): Promise<void>;
}

/** An empty database: on the run's local cloud when it has one, else on a Postgres of its own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const shared: string | undefined = inject("superuserDatabaseUrl");
  return shared ? createDatabaseOn(shared) : startTestPostgres();
}

/** A Postgres in a temporary folder. */
async function startTestPostgres(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "postgres-test-"));
  // Root runs Postgres as another user, who has to get in.
  await chmod(folder, 0o755);
  const server = await startPostgres({
    dataDir: path.join(folder, "data"),
    port: await findFreePort(),
    processes: await createChildProcesses(folder),
  });
  return {
    url: server.superuserUrl,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabaseOn(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await sql`create database ${sql(name)}`;
  const url = new URL(serverUrl);
  url.pathname = name;
  return {
    url: url.href,
    async close() {
      await sql`drop database ${sql(name)} with (force)`;
      await sql.end();
    },
  };
}

/** A loopback port nothing listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  server.close();
  await once(server, "close");
  return address.port;
}
