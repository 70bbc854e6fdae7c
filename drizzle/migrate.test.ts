import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createSupabaseDatabase,
  type SupabaseDatabase,
} from "../tests/support/database/supabase-database.ts";
import { superuserDatabaseUrl } from "../tests/support/running-cloud.ts";
import { withPostgres } from "./connect.ts";
import { applyMigrations, findPendingMigrations } from "./migrate.ts";
import { findUnapplied, type Migration, readMigrations } from "./migrations.ts";

let database: SupabaseDatabase;
beforeEach(async () => {
  database = await createSupabaseDatabase(superuserDatabaseUrl, "migrations");
});
afterEach(() => database.drop());

const migration = (tag: string, ...statements: string[]): Migration => ({
  tag,
  hash: `hash-of-${tag}`,
  when: 1,
  statements,
});
const NOTES = migration("0000_notes", "create table notes (id int)");
const TITLE = migration("0001_title", "alter table notes add column title text");
const apply = (migrations: readonly Migration[], options = {}) =>
  applyMigrations(database.url, { migrations, ...options });

function applied(): Promise<string[]> {
  return withPostgres(database.url, async (sql) => {
    const rows = await sql`select hash from drizzle.__drizzle_migrations order by id`;
    return rows.map(({ hash }) => String(hash));
  });
}

test("released migrations are as they were released", () => {
  for (const line of readFileSync("drizzle/released.sha256", "utf8").trim().split("\n")) {
    const [hash, file] = line.split(/\s+/);
    if (!file) continue;
    const current = createHash("sha256").update(readFileSync(file)).digest("hex");
    expect(current, `${file} is released: add a migration instead`).toBe(hash);
  }
});

test("concurrent deploys apply every migration once", async () => {
  expect(await findPendingMigrations(database.url)).toEqual(readMigrations().map(({ tag }) => tag));
  await Promise.all([applyMigrations(database.url), applyMigrations(database.url)]);
  expect(await applied()).toEqual(readMigrations().map(({ hash }) => hash));
  expect(await findPendingMigrations(database.url)).toEqual([]);
});

test("each migration has the time of its application, except those of an earlier version", async () => {
  await apply([NOTES]);
  await withPostgres(database.url, (sql) =>
    sql.unsafe("alter table drizzle.__drizzle_migrations drop column applied_at"),
  );
  const start = new Date();
  await apply([NOTES, TITLE]);
  const [notes, title] = await withPostgres(
    database.url,
    (sql) => sql`select applied_at from drizzle.__drizzle_migrations order by id`,
  );
  expect(notes).toEqual({ applied_at: null });
  expect(Number(title?.applied_at)).toBeGreaterThanOrEqual(Number(start) - 1_000);
});

test("users from before the first migration have their rows", async () => {
  await withPostgres(database.superuserUrl, async (sql) => {
    await sql`insert into auth.users (email, raw_user_meta_data, deleted_at) values
      ('old@example.com', '{"full_name": "Old Customer"}', null), ('gone@example.com', '{}', now())`;
    await applyMigrations(database.url);
    expect(await sql`select email, name from public.users`).toEqual([
      { email: "old@example.com", name: "Old Customer" },
    ]);
  });
});

test("a run that times out on the migration lock fails without changes", async () => {
  await withPostgres(database.url, async (other) => {
    await other`select pg_advisory_lock(5173787)`;
    await expect(apply([NOTES], { migrationLockTimeoutMs: 50 })).rejects.toThrow(
      "another run migrates",
    );
  });
  await apply([NOTES]);
  expect(await applied()).toEqual([NOTES.hash]);
});

test("statements have a timeout of ten minutes, whatever the server's default", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await withPostgres(database.superuserUrl, (sql) =>
    sql.unsafe(`alter database "${name}" set statement_timeout = 100`),
  );
  await apply([migration("0000_slow", "select pg_sleep(0.3)")]);
  expect(await applied()).toEqual(["hash-of-0000_slow"]);
});

test("applies a migration with an older timestamp", async () => {
  await apply([NOTES]);
  await apply([NOTES, { ...TITLE, when: 0 }]);
  expect(await applied()).toEqual([NOTES.hash, TITLE.hash]);
});

describe("applied migrations that differ from this checkout:", () => {
  test("rejects a changed migration", () => {
    expect(() => findUnapplied([{ ...NOTES, hash: "other" }], [NOTES.hash])).toThrow(
      "0000_notes is not what was applied in its place",
    );
  });

  test("rejects a migration inserted before an applied one", () => {
    const early = migration("0000_early", "select 1");
    expect(() => findUnapplied([early, NOTES], [NOTES.hash])).toThrow(
      "0000_early comes before 0000_notes, which has been applied: regenerate it last",
    );
  });

  test("rejects a checkout older than the database", () => {
    expect(() => findUnapplied([NOTES], [NOTES.hash, TITLE.hash])).toThrow(
      "the database has 2 migrations and this checkout 1: it is older than what runs",
    );
  });
});

test("a failed statement is reported with Postgres' message, and its migration rolled back", async () => {
  const broken = migration("0001_broken", "create table a (id int)", "alter table gone add b int");
  await expect(apply([NOTES, broken])).rejects.toThrow(
    '0001_broken: alter table gone add b int: relation "gone" does not exist (42P01)',
  );
  expect(await applied()).toEqual([NOTES.hash]);
  await apply([NOTES, TITLE]);
});

describe("a table locked by a long query", () => {
  const patience = { lockTimeoutMs: 50, pauseMs: 20 };

  /** Runs `work` while another transaction reads the table; `finish` ends that. */
  async function whileLocked(work: (finish: () => Promise<unknown>) => Promise<unknown>) {
    await apply([NOTES]);
    const holder = postgres(database.url, { max: 1 });
    const held = await holder.reserve();
    await held`begin`;
    await held`lock table notes in access share mode`;
    await work(() => held`commit`);
    held.release();
    await holder.end({ timeout: 1 });
  }

  test("is retried without blocking other queries", async () => {
    await whileLocked(async (finish) => {
      const migrating = apply([NOTES, TITLE], { ...patience, tries: 500 });
      await withPostgres(database.url, (sql) => sql`select from notes`);
      await finish();
      await migrating;
    });
    expect(await applied()).toHaveLength(2);
  });

  test("fails the deploy after all tries", async () => {
    await whileLocked(() =>
      expect(apply([NOTES, TITLE], { ...patience, tries: 3 })).rejects.toThrow(
        /^0001_title: alter table notes .*: canceling statement due to lock timeout \(55P03\)$/,
      ),
    );
    expect(await applied()).toHaveLength(1);
  });
});
