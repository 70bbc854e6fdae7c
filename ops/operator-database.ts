/** The database that an operator's command works on. */
import type postgres from "postgres";
import { withPostgres } from "../drizzle/connect.ts";
import { portsAt, readPortOffset } from "../tools/settings.ts";

/**
 * Does `work` on DATABASE_URL, or on the running local database where it is not set, and says which of them it
 * is: a wrong one would answer just as calmly. Throws what `work` throws, and one line when it cannot be reached.
 */
export function withOperatorDatabase<T>(
  work: (sql: postgres.Sql) => Promise<T>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<T> {
  const local = `postgres://postgres:postgres@127.0.0.1:${portsAt(readPortOffset()).postgres}/postgres`;
  const address = env.DATABASE_URL || local;
  return withPostgres(address, (sql) => {
    // A pooler serves many projects; its user's name holds which.
    const { hostname, username } = new URL(address);
    console.log(
      `Database ${username}@${hostname}${env.DATABASE_URL ? "" : ", DATABASE_URL is not set"}`,
    );
    return work(sql);
  });
}
