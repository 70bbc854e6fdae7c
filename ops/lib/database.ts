/** Database access for operator commands. */
import type postgres from "postgres";
import { connectPostgres, withPostgres } from "../../drizzle/connect.ts";
import { type EnvironmentVariables, portsAt, readPortOffset } from "../../tools/settings.ts";

/** Advisory lock id; migrations use another. */
const DEPLOY_LOCK = 5_173_788;

/**
 * Acquires the environment's deploy lock and returns a release function. Throws one line when another deploy holds it.
 * A killed process releases the lock with its connection.
 */
export async function acquireDeployLock(databaseUrl: string): Promise<() => Promise<void>> {
  const sql = connectPostgres(databaseUrl, process.env, { max_lifetime: null });
  const release = () => sql.end({ timeout: 5 });
  try {
    const [row] = await sql<{ locked: boolean }[]>`
      select pg_try_advisory_lock(${DEPLOY_LOCK}) as locked`;
    if (row?.locked) return release;
    throw new Error("another deploy to this environment is in progress");
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Calls `work` with DATABASE_URL, or the running local database without it, and prints which one. Throws one line when
 * the database is unreachable.
 */
export function withOperatorDatabase<T>(
  work: (sql: postgres.Sql) => Promise<T>,
  env: EnvironmentVariables = process.env,
): Promise<T> {
  const local = `postgres://postgres:postgres@127.0.0.1:${portsAt(readPortOffset()).postgres}/postgres`;
  const address = env.DATABASE_URL || local;
  return withPostgres(address, (sql) => {
    // With a pooler, the user name contains the project.
    const { hostname, username } = new URL(address);
    console.log(
      `Database ${username}@${hostname}${env.DATABASE_URL ? "" : ", DATABASE_URL is not set"}`,
    );
    return work(sql);
  });
}
