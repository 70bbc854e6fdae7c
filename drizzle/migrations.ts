/** Migrations of this checkout. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";

/** The template's migrations, then the product's, which may depend on them. */
const JOURNALS = [
  { table: "__drizzle_migrations", folder: "migrations" },
  { table: "__product_migrations", folder: "product/migrations" },
] as const;

export interface Migration {
  /** File name without extension. */
  readonly tag: string;
  /** SHA-256 of the file, as in drizzle-orm's table. */
  readonly hash: string;
  /** Milliseconds; stored for drizzle-kit, not used for ordering. */
  readonly when: number;
  readonly statements: readonly string[];
}

export interface Journal {
  /** Where applied migrations are recorded, in the schema `drizzle`. */
  readonly table: string;
  /** In order. */
  readonly migrations: readonly Migration[];
}

const journalSchema = v.object({
  entries: v.array(v.object({ when: v.number(), tag: v.string() })),
});
const BREAKPOINT = "--> statement-breakpoint";

/** Reads all migrations, in the order of drizzle-kit's journals. */
export function readJournals(): Journal[] {
  return JOURNALS.map(({ table, folder }) => ({
    table,
    migrations: readMigrations(path.join(import.meta.dirname, folder)),
  }));
}

function readMigrations(folder: string): Migration[] {
  const journal = readFileSync(path.join(folder, "meta/_journal.json"), "utf8");
  const { entries } = v.parse(v.pipe(v.string(), v.parseJson(), journalSchema), journal);
  return entries.map(({ tag, when }) => {
    const text = readFileSync(path.join(folder, `${tag}.sql`), "utf8");
    const hash = createHash("sha256").update(text).digest("hex");
    return { tag, when, hash, statements: text.split(BREAKPOINT) };
  });
}

/**
 * Migrations of one journal after the applied ones. Compares hashes in order, not timestamps, because branches create migrations in
 * parallel. Throws one line unless the applied ones are a prefix of this checkout's.
 */
export function findUnapplied(
  known: readonly Migration[],
  appliedHashes: readonly string[],
): readonly Migration[] {
  for (const [index, hash] of appliedHashes.entries()) {
    const expected = known[index];
    if (expected?.hash === hash) continue;
    const place = known.findIndex((migration) => migration.hash === hash);
    if (place === -1) {
      throw new Error(
        expected === undefined
          ? `the database has ${appliedHashes.length} migrations and this checkout ${known.length}: it is older than what runs`
          : `${expected.tag} is not what was applied in its place: migrations that have run must not be changed`,
      );
    }
    throw new Error(
      `${expected?.tag ?? "a migration"} stands before ${known[place]?.tag}, which has been applied already: make it anew, at the end`,
    );
  }
  return known.slice(appliedHashes.length);
}
