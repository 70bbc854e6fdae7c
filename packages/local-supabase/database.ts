import { readFile } from "node:fs/promises";
import postgres from "postgres";

export type Sql = postgres.Sql;
/** A connection pool or an open transaction. */
export type Queryable = postgres.ISql;
export type JsonValue = postgres.JSONValue;
export type JsonObject = { [key: string]: JsonValue };

/** Creates roles, grants, the auth schema, and its functions. Idempotent. */
export async function applySchema(databaseUrl: string): Promise<void> {
  const schema = await readFile(new URL("./schema.sql", import.meta.url), "utf8");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(schema);
  } finally {
    await sql.end();
  }
}

/** A connection pool with the role of the hosted auth server, not a superuser. */
export function connectAsAuthAdmin(databaseUrl: string): Sql {
  return postgres(databaseUrl, {
    max: 10,
    onnotice: () => {},
    connection: { role: "supabase_auth_admin", search_path: "auth", application_name: "auth" },
  });
}
