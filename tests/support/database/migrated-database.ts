import type postgres from "postgres";
import { afterAll } from "vitest";
import { connectPostgres } from "../../../drizzle/connect.ts";
import { applyMigrations } from "../../../drizzle/migrate.ts";
import { superuserDatabaseUrl } from "../running-cloud.ts";
import { createSupabaseDatabase } from "./supabase-database.ts";

/** A database of the test file's own with every migration; dropped after its tests. */
export async function openMigratedDatabase(project = "migrations") {
  const database = await createSupabaseDatabase(superuserDatabaseUrl, project);
  await applyMigrations(database.url);
  const sql = connectPostgres(database.url);
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });
  return { sql, url: database.url, superuserUrl: database.superuserUrl };
}

/** Adds a user, whose id it returns. */
export async function insertUser(
  sql: postgres.Sql,
  columns: Readonly<Record<string, string | Date | null>> = {},
): Promise<string> {
  const id = crypto.randomUUID();
  await sql`insert into auth.users ${sql({ id, email: `${id}@example.com`, ...columns })}`;
  return id;
}
