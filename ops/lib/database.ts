/** Database access for operator commands. */
import type postgres from "postgres";
import { connectPostgres, withPostgres } from "../../drizzle/connect.ts";
import { findDatabaseProblem } from "./supabase.ts";
import type { Target } from "./target.ts";

/** Advisory lock id; migrations use another. */
const DEPLOY_LOCK = 5_173_788;

/**
 * Acquires the environment's deploy lock and returns a release function. Throws one line when another deploy
 * holds it. A killed process releases the lock with its connection.
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
 * Calls `work` with the target's database, and prints which one. Throws one line when it does not belong to
 * the environment's Supabase project, or is unreachable.
 */
export async function withOperatorDatabase<T>(
  target: Target,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const problem = target.environment === "local" ? undefined : findDatabaseProblem(target);
  if (problem) throw new Error(problem);
  const address = target.env.DATABASE_URL ?? "";
  // With a pooler, the user name contains the project.
  const { host, username } = new URL(address);
  console.log(`${target.environment}: database ${username}@${host}`);
  return withPostgres(address, work);
}
