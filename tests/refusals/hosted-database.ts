import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "local-kit";
import postgres from "postgres";
import { connectPostgres } from "../../drizzle/connect.ts";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { startHostedPostgres } from "../gotrue/hosted-postgres.ts";
import { makeLocalDir } from "../support/isolation.ts";

const SCHEMA = fileURLToPath(import.meta.resolve("local-supabase/schema.sql"));

/**
 * Gives everything in the schema `auth` to Supabase Auth, which creates it on hosted; postgres may use its
 * tables.
 */
const OWNED_BY_AUTH_SERVER = `
  do $$ declare name text; begin
    for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'auth' loop
      execute format('alter table %s owner to supabase_auth_admin', name);
    end loop;
  end $$;
  grant all on all tables in schema auth to postgres;`;

/** A Postgres with a hosted project's roles and Supabase Auth's tables, without migrations. */
export async function startHostedDatabase() {
  const localDir = makeLocalDir("hosted-database");
  const processes = await createChildProcesses(localDir, { isTemporary: true });
  const server = await startHostedPostgres({
    dataDir: path.join(localDir, "postgres"),
    port: await findFreePort(),
    processes,
  });
  const superuser = postgres(server.superuserUrl, { max: 1, onnotice: () => {} });
  await superuser.unsafe(readFileSync(SCHEMA, "utf8"));
  await superuser.unsafe(OWNED_BY_AUTH_SERVER);
  await superuser.end();
  const sql = connectPostgres(server.ownerUrl);
  return {
    /** Connects as the role `postgres`, as migrations do. */
    url: server.ownerUrl,
    sql,
    async close() {
      await sql.end();
      await server.close();
      rmSync(localDir, { recursive: true, force: true });
    },
  };
}
