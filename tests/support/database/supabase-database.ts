/** A database like a new hosted Supabase project's: Supabase's schemas and roles, no migrations. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import postgres from "postgres";

const SCHEMA = fileURLToPath(import.meta.resolve("local-supabase/schema.sql"));

export interface SupabaseDatabase {
  /** With role `postgres.PROJECT`, as with Supabase's session pooler. */
  readonly url: string;
  readonly superuserUrl: string;
  drop(): Promise<void>;
}

/**
 * Creates a database on the server of `superuserUrl`, or copies `original`, to which nothing may be
 * connected.
 */
export async function createSupabaseDatabase(
  superuserUrl: string,
  project: string,
  original?: SupabaseDatabase,
): Promise<SupabaseDatabase> {
  const name = `supabase_${crypto.randomUUID().replaceAll("-", "")}`;
  const role = `postgres.${project}`;
  const own = new URL(superuserUrl);
  own.pathname = name;
  await withSql(superuserUrl, async (sql) => {
    // Roles are shared by all databases: another test may create it concurrently.
    await sql.unsafe(`do $$ begin
      create role "${role}" superuser login password 'postgres';
    exception when duplicate_object or unique_violation then null; end $$`);
    const template = original ? new URL(original.url).pathname.slice(1) : "template1";
    await sql`create database ${sql(name)} template ${sql(template)}`;
  });
  if (!original) await withSql(own.href, (sql) => sql.unsafe(readFileSync(SCHEMA, "utf8")));
  const url = new URL(own);
  url.username = role;
  return {
    url: url.href,
    superuserUrl: own.href,
    drop: () =>
      withSql(superuserUrl, (sql) => sql`drop database ${sql(name)} with (force)`).then(() => {}),
  };
}

async function withSql<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
