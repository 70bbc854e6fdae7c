import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createSupabaseDatabase,
  type SupabaseDatabase,
} from "../tests/support/cloudflare/supabase-database.ts";
import { superuserDatabaseUrl } from "../tests/support/running-cloud.ts";
import { connectPostgres } from "./connect.ts";
import { applyMigrations } from "./migrate.ts";
import { OWNED_TABLES } from "./owned-tables.ts";
import * as schema from "./schema.ts";

/** Tables without personal data, and two that `app/account/export.server.ts` reads by email address. */
const WITHOUT_OWNER = [
  "contact_messages",
  "email_requests",
  "outgoing_emails",
  "stripe_event_cursor",
  "stripe_events",
  "stripe_retries",
  "users",
];

const tables = Object.values<unknown>(schema)
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => getTableConfig(table));

let database: SupabaseDatabase;
let sql: postgres.Sql;
beforeAll(async () => {
  database = await createSupabaseDatabase(superuserDatabaseUrl, "migrations");
  await applyMigrations(database.url);
  sql = connectPostgres(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

test("every table references users, which puts it into the export, or has no personal data", () => {
  const withoutOwner = tables.filter(({ foreignKeys }) =>
    foreignKeys.every((key) => key.reference().foreignTable !== schema.users),
  );
  expect(
    withoutOwner.map(({ name }) => name).toSorted(),
    "Add a column that references users, or the table to WITHOUT_OWNER if it has no personal data",
  ).toEqual(WITHOUT_OWNER);
  expect(OWNED_TABLES.map(({ name }) => name)).not.toContain("recovery_codes");
});

test("the rows of an account are deleted with it", async () => {
  const kept = await sql`
    select conrelid::regclass::text as table from pg_constraint
    where confrelid = 'public.users'::regclass and confdeltype <> 'c'`;
  expect([...kept], 'Add { onDelete: "cascade" } to the reference to users').toEqual([]);
});

test("the database has the columns of the schema", async () => {
  const rows = await sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`;
  const columns = new Set(rows.map(({ name }) => name));
  const missing = tables
    .flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`))
    .filter((name) => !columns.has(name));
  expect(missing, "Write the migration: npm run db:generate").toEqual([]);
});
