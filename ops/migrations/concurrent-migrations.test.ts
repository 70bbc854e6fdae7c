import postgres from "postgres";
import { expect, inject, test } from "vitest";
import "../../tests/support/cloud-urls.ts";
import { applyMigrations } from "../../drizzle/migrate.ts";

const SCRATCH = "migrations_race";

/** What Supabase brings along and the migrations build upon. */
const SUPABASE_PARTS = `
  create schema auth;
  create table auth.users (id uuid primary key, email text, raw_user_meta_data jsonb);
  create table auth.mfa_factors (user_id uuid, status text);
  create function auth.jwt() returns jsonb language sql as 'select null::jsonb';
  create function auth.uid() returns uuid language sql as 'select null::uuid';`;

async function onServer<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

test("two deploys at the same time apply every migration once", async () => {
  const superuserUrl = inject("superuserDatabaseUrl");
  const scratch = new URL(superuserUrl);
  scratch.pathname = `/${SCRATCH}`;
  await onServer(superuserUrl, (sql) => sql.unsafe(`create database ${SCRATCH}`));
  try {
    await onServer(scratch.href, (sql) => sql.unsafe(SUPABASE_PARTS));
    await Promise.all([applyMigrations(scratch.href), applyMigrations(scratch.href)]);
    const applied = await onServer(
      scratch.href,
      (sql) =>
        sql`select hash, count(*)::int as times from drizzle.__drizzle_migrations group by hash`,
    );
    expect(applied.length).toBeGreaterThanOrEqual(6);
    expect(applied.every(({ times }) => times === 1)).toBe(true);
  } finally {
    await onServer(superuserUrl, (sql) => sql.unsafe(`drop database ${SCRATCH} with (force)`));
  }
});
