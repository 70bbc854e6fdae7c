import postgres from "postgres";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Superuser connection to the test run's Postgres. */
    superuserDatabaseUrl: string;
    /** Responds when that Postgres has started; unset when it runs already. */
    cloudStarter: string;
  }
}

interface TestDatabase {
  /** Superuser connection. */
  readonly url: string;
  close(): Promise<void>;
}

/** Creates an empty database on the test run's Postgres. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const starter: string | undefined = inject("cloudStarter");
  if (starter) await fetch(starter);
  const url = new URL(inject("superuserDatabaseUrl"));
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await sql`create database ${sql(name)}`;
  url.pathname = name;
  return {
    url: url.href,
    async close() {
      await sql`drop database ${sql(name)} with (force)`;
      await sql.end();
    },
  };
}
