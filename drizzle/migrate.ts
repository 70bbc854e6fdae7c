/** Applies migrations, and tells which are pending. */
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { withPostgres } from "./connect.ts";
import { findUnapplied, type Migration, readMigrations } from "./migrations.ts";

/** Held while migrating, so that two deploys cannot race. Any constant of this product's own. */
const MIGRATION_LOCK = 5_173_787;
/** Codes of Postgres: lock_not_available, undefined_table. */
const LOCK_NOT_AVAILABLE = "55P03";
const UNDEFINED_TABLE = "42P01";
const SHOWN_LENGTH = 100;

export interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  /** A statement that waits longer for a lock gives up: everything else would wait behind it. */
  readonly lockTimeoutMs?: number;
  /** Tries for each migration, in all. */
  readonly tries?: number;
  readonly pauseMs?: number;
  /** How long another run may take before this one gives up. */
  readonly turnMs?: number;
}

/** Supabase ends statements of its own accord after two minutes; an index of a large table may take longer. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/**
 * Applies the pending migrations to `databaseUrl`, local or hosted alike, each in a transaction of its own. A
 * lock that is not to be had is waited for again and again, with the transaction undone meanwhile. Throws one
 * line that names the statement and Postgres' own reason; the migrations before it stay.
 */
export async function applyMigrations(
  databaseUrl: string,
  options: MigrateOptions = {},
): Promise<void> {
  const {
    migrations = readMigrations(),
    lockTimeoutMs = 4_000,
    tries = 8,
    pauseMs = 5_000,
    turnMs = 5 * 60_000,
  } = options;
  await withPostgres(databaseUrl, async (sql) => {
    await sql`select set_config('statement_timeout', ${`${STATEMENT_TIMEOUT_MS}ms`}, false)`;
    await takeTurn(sql, turnMs);
    await sql`create schema if not exists drizzle`;
    await sql`
      create table if not exists drizzle.__drizzle_migrations (
        id serial primary key, hash text not null, created_at bigint
      )`;
    await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, false)`;
    for (const migration of findUnapplied(migrations, await readApplied(sql))) {
      await applyPatiently(sql, migration, tries, pauseMs);
    }
  });
}

/** Waits until nobody else migrates this database. Throws one line when that takes longer than `turnMs`. */
async function takeTurn(sql: postgres.Sql, turnMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${turnMs}ms`}, false)`;
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.catch((error: unknown) => {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new Error(
      `another run migrates this database, and has not ended in ${turnMs / 1000} s: wait, or look at pg_stat_activity`,
    );
  });
}

/** Names of the migrations that `databaseUrl` lacks, in order. Throws when it cannot be reached. */
export function findPendingMigrations(databaseUrl: string): Promise<string[]> {
  return withPostgres(databaseUrl, async (sql) => {
    const applied = await readApplied(sql).catch((error: unknown) => {
      if (codeOf(error) === UNDEFINED_TABLE) return [];
      throw error;
    });
    return findUnapplied(readMigrations(), applied).map(({ tag }) => tag);
  });
}

async function readApplied(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by id`;
  return rows.map(({ hash }) => hash);
}

async function applyPatiently(
  sql: postgres.Sql,
  migration: Migration,
  tries: number,
  pauseMs: number,
): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await apply(sql, migration);
    } catch (error) {
      const isLocked = error instanceof Error && codeOf(error.cause) === LOCK_NOT_AVAILABLE;
      if (!isLocked || left <= 0) throw error;
      await sleep(pauseMs);
    }
  }
}

async function apply(sql: postgres.Sql, { tag, hash, when, statements }: Migration): Promise<void> {
  await sql.begin(async (transaction) => {
    for (const statement of statements) {
      await transaction.unsafe(statement).catch((error: unknown) => {
        throw new Error(`${tag}: ${shorten(statement)}: ${describe(error)}`, { cause: error });
      });
    }
    await transaction`
      insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
  });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError ? error.code : undefined;
}

/** The statement's start, on one line, without the comments above it. */
function shorten(statement: string): string {
  return statement
    .replace(/--[^\n]*/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SHOWN_LENGTH);
}

function describe(error: unknown): string {
  if (!(error instanceof postgres.PostgresError)) return String(error);
  const { message, detail, hint, code } = error;
  return `${[message, detail, hint].filter(Boolean).join(". ")} (${code})`;
}
