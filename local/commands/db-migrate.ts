/**
 * `npm run db:migrate`: applies pending migrations to the running local Postgres. Deploys migrate hosted
 * databases.
 */
import { applyMigrations } from "../../drizzle/migrate.ts";
import { runCommand } from "../../tools/shared/cli.ts";
import { isLoopback, portsAt, readPortOffset } from "../../tools/shared/settings.ts";
import { superuserUrl } from "../postgres/index.ts";

await runCommand(async () => {
  const { DATABASE_URL: asked = "" } = process.env;
  if (asked !== "" && !isLoopback(asked)) {
    throw new Error(
      `DATABASE_URL is at ${URL.parse(asked)?.host || "an unknown host"}: deploys migrate hosted databases. For the local one, \`unset DATABASE_URL\``,
    );
  }
  const { postgres } = portsAt(readPortOffset());
  await applyMigrations(superuserUrl(postgres)).catch((error: unknown) => {
    throw new Error(`Migrating the local database (port ${postgres}) failed: ${describe(error)}`);
  });
  process.stdout.write(`✓ The local database at 127.0.0.1:${postgres} is up to date\n`);
});

/** ECONNREFUSED is an AggregateError with a code and no message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ECONNREFUSED") {
    return "connection refused. Start it with `npm run dev`";
  }
  return error.message;
}
