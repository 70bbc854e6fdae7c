/**
 * `npm run check:migrations`: fails on statements of migrations that take long locks or break running code.
 * Looks at every migration but those that .squawk.toml names as applied before the first release.
 */
import { runCommand } from "../tools/run-command.ts";
import { lintMigrations } from "./migrations/lint-migrations.ts";

await runCommand(async () => {
  const { files, problems } = await lintMigrations("drizzle/migrations");
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) {
    throw new Error(
      `${problems.length} statements need a look. Change them, or put a reason and "-- squawk-ignore RULE" above (docs/operations.md, Migrations)`,
    );
  }
  console.log(`✓ ${files} migrations take no long lock`);
});
