/** Migrations of this checkout. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";

export interface Migration {
  /** File name without extension. */
  readonly tag: string;
  /** SHA-256 of the file, as in drizzle-orm's table. */
  readonly hash: string;
  /** Milliseconds; stored for drizzle-kit, not used for ordering. */
  readonly when: number;
  readonly statements: readonly string[];
}

const journalSchema = v.object({
  entries: v.array(v.object({ when: v.number(), tag: v.string() })),
});
const BREAKPOINT = "--> statement-breakpoint";

/** Reads all migrations, in the order of drizzle-kit's journal. */
export function readMigrations(): Migration[] {
  const folder = path.join(import.meta.dirname, "migrations");
  const journal = readFileSync(path.join(folder, "meta/_journal.json"), "utf8");
  const { entries } = v.parse(v.pipe(v.string(), v.parseJson(), journalSchema), journal);
  return entries.map(({ tag, when }) => {
    const text = readFileSync(path.join(folder, `${tag}.sql`), "utf8");
    const hash = createHash("sha256").update(text).digest("hex");
    return { tag, when, hash, statements: text.split(BREAKPOINT) };
  });
}

/**
 * Migrations after the applied ones. Compares hashes in order, not timestamps, because branches create
 * migrations in parallel. Throws one line unless the applied ones are a prefix of this checkout's.
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
      `${expected?.tag ?? "a migration"} comes before ${known[place]?.tag}, which has been applied: regenerate it last`,
    );
  }
  return known.slice(appliedHashes.length);
}
