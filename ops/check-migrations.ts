/**
 * `npm run check:migrations [-- --since origin/main]`: names statements in new migrations that take long
 * locks or break running code, and fails when there are any. New is what the git revision does not have
 * (the last commit's parent when left out); `--all` looks at every migration.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../tools/run-command.ts";
import { runProgram } from "./cloud/command.ts";
import { findLongLocks } from "./migrations/find-locks.ts";

const FOLDER = "drizzle/migrations";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      since: { type: "string", default: "HEAD^" },
      all: { type: "boolean", default: false },
    },
  });
  const known = values.all ? [] : await listMigrationsAt(values.since);
  const names = readdirSync(FOLDER).filter(
    (name) => name.endsWith(".sql") && !known.includes(name),
  );
  const locks = names.flatMap((name) =>
    findLongLocks(readFileSync(path.join(FOLDER, name), "utf8")).map((lock) => ({ name, ...lock })),
  );
  for (const { name, statement, reason } of locks) {
    console.log(`${name}: ${statement}\n    ${reason}`);
  }
  if (locks.length > 0) {
    throw new Error(
      `${locks.length} statements need a look. Change them, or put "-- lock-ok: WHY" above (docs/operations.md, Migrations)`,
    );
  }
  console.log(`✓ ${names.length} new migrations take no long lock`);
});

/** The migrations at a git revision; all of them where there is none, as before the first deploy. */
async function listMigrationsAt(revision: string): Promise<string[]> {
  const args = ["ls-tree", "--name-only", revision, `${FOLDER}/`];
  const { status, stdout } = await runProgram({ program: "git", args, quiet: true });
  if (status === 0) return stdout.split("\n").map((file) => path.basename(file));
  console.log(`There is no revision ${revision} to compare with, so nothing counts as new`);
  return readdirSync(FOLDER);
}
