/** The databases that operators work on. */
import type postgres from "postgres";
import { connectPostgres, withPostgres } from "../../drizzle/connect.ts";
import { type EnvironmentVariables, portsAt, readPortOffset } from "../../tools/settings.ts";

/** Any constant of this product; migrations hold another. */
const DEPLOY_LOCK = 5_173_788;

/**
 * Takes the environment's deploy lock, or throws one line when another deploy has it. Returns how to release it; a
 * process that dies releases it as well, since its connection ends.
 */
export async function acquireDeployLock(databaseUrl: string): Promise<() => Promise<void>> {
  const sql = connectPostgres(databaseUrl, process.env, { max_lifetime: null });
  const release = () => sql.end({ timeout: 5 });
  try {
    const [row] = await sql<{ locked: boolean }[]>`
      select pg_try_advisory_lock(${DEPLOY_LOCK}) as locked`;
    if (row?.locked) return release;
    throw new Error("another deploy to this environment is under way");
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Does `work` on DATABASE_URL, or on the running local database where it is not set, and prints which of them it
 * is: a wrong one would answer just as calmly. Throws what `work` throws, and one line when it cannot be reached.
 */
export function withOperatorDatabase<T>(
  work: (sql: postgres.Sql) => Promise<T>,
  env: EnvironmentVariables = process.env,
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
