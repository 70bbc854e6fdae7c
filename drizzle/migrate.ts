/** Applies migrations and lists pending ones. */
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { withPostgres } from "./connect.ts";
import { findUnapplied, type Migration, readMigrations } from "./migrations.ts";

/** Advisory lock id, held while migrating. */
const MIGRATION_LOCK = 5_173_787;
/** Postgres error codes: lock_not_available, undefined_table. */
const LOCK_NOT_AVAILABLE = "55P03";
const UNDEFINED_TABLE = "42P01";
const SHOWN_LENGTH = 100;

interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  /** Lock timeout of statements, because other queries queue behind a waiting one. */
  readonly lockTimeoutMs?: number;
  /** Tries per migration. */
  readonly tries?: number;
  readonly pauseMs?: number;
  /** Timeout for another run's migration lock. */
  readonly migrationLockTimeoutMs?: number;
}

/** Replaces Supabase's default of two minutes, which a large index may exceed. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/**
 * Applies pending migrations, each in its own transaction. A lock timeout rolls back and retries. Throws one
 * line with the failed statement and Postgres' message; earlier migrations stay applied.
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
    migrationLockTimeoutMs = 5 * 60_000,
  } = options;
  await withPostgres(databaseUrl, async (sql) => {
    await sql`select set_config('statement_timeout', ${`${STATEMENT_TIMEOUT_MS}ms`}, false)`;
    await acquireMigrationLock(sql, migrationLockTimeoutMs);
    await sql`create schema if not exists drizzle`;
    await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, false)`;
    // The table of drizzle-orm's own migrator.
    await sql`
      create table if not exists drizzle.__drizzle_migrations (
        id serial primary key, hash text not null, created_at bigint
      )`;
    // Ours: the minute before which a restore undoes a migration.
    await sql`alter table drizzle.__drizzle_migrations add column if not exists applied_at timestamptz`;
    for (const migration of findUnapplied(migrations, await readApplied(sql))) {
      await applyWithRetries(sql, migration, { tries, pauseMs });
    }
  });
}

/** Acquires the migration lock. Throws one line after `migrationLockTimeoutMs`. */
async function acquireMigrationLock(
  sql: postgres.Sql,
  migrationLockTimeoutMs: number,
): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${migrationLockTimeoutMs}ms`}, false)`;
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.catch((error: unknown) => {
    if (getErrorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new Error(
      `another run migrates this database, and has not ended in ${migrationLockTimeoutMs / 1000} s: wait, or look at pg_stat_activity`,
    );
  });
}

/** Names of pending migrations, in order. Throws when the database is unreachable. */
export function findPendingMigrations(databaseUrl: string): Promise<string[]> {
  return withPostgres(databaseUrl, async (sql) => {
    const applied = await readApplied(sql).catch((error: unknown) => {
      if (getErrorCode(error) === UNDEFINED_TABLE) return [];
      throw error;
    });
    return findUnapplied(readMigrations(), applied).map(({ tag }) => tag);
  });
}

async function readApplied(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<
    { hash: string }[]
  >`select hash from drizzle.__drizzle_migrations order by id`;
  return rows.map(({ hash }) => hash);
}

async function applyWithRetries(
  sql: postgres.Sql,
  migration: Migration,
  { tries, pauseMs }: { readonly tries: number; readonly pauseMs: number },
): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await apply(sql, migration);
    } catch (error) {
      const isLocked = error instanceof Error && getErrorCode(error.cause) === LOCK_NOT_AVAILABLE;
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
      insert into drizzle.__drizzle_migrations (hash, created_at, applied_at) values (${hash}, ${when}, now())`;
  });
}

function getErrorCode(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError ? error.code : undefined;
}

/** The start of a statement in one line, without comments. */
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
