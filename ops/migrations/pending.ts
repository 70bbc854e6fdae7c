import { readFileSync } from "node:fs";
import postgres from "postgres";
import * as v from "valibot";

const journalSchema = v.object({
  entries: v.array(v.object({ when: v.number(), tag: v.string() })),
});
const CONNECT_TIMEOUT_S = 10;
/** What Postgres answers for a table that is not there. */
const UNDEFINED_TABLE = "42P01";

/** Names of the migrations that `databaseUrl` lacks, oldest first. Throws when it cannot be reached. */
export async function findPendingMigrations(databaseUrl: string): Promise<string[]> {
  const journal = readFileSync("drizzle/migrations/meta/_journal.json", "utf8");
  const { entries } = v.parse(v.pipe(v.string(), v.parseJson(), journalSchema), journal);
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: CONNECT_TIMEOUT_S });
  try {
    const [latest] = await sql<{ at: string | null }[]>`
      select max(created_at) as at from drizzle.__drizzle_migrations`;
    const appliedUntil = Number(latest?.at ?? 0);
    return entries.filter(({ when }) => when > appliedUntil).map(({ tag }) => tag);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== UNDEFINED_TABLE) throw error;
    return entries.map(({ tag }) => tag);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
