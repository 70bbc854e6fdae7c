/** Keeps two deploys of one environment apart: each would undo the other's traffic. */
import { connectPostgres } from "../../drizzle/connect.ts";

/** Any constant of this product's own; migrations hold another. */
const DEPLOY_LOCK = 5_173_788;

export type LockDeploys = (databaseUrl: string) => Promise<() => Promise<void>>;

/**
 * Takes the environment's lock in its database, or throws one line when another deploy has it. Answers how to give
 * it back; a process that dies gives it back as well, since its connection ends.
 */
export const lockDeploys: LockDeploys = async (databaseUrl) => {
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
};
