/** `npm run db:migrate`: applies pending migrations to DATABASE_URL, or to the running local Postgres. */
import { applyMigrations } from "../../drizzle/migrate.ts";
import { runCommand } from "../../tools/cli.ts";
import { portsAt, readPortOffset } from "../../tools/settings.ts";

await runCommand(async () => {
  const { postgres } = portsAt(readPortOffset());
  const local = `postgres://postgres:postgres@127.0.0.1:${postgres}/postgres`;
  const databaseUrl = process.env.DATABASE_URL ?? local;
  const { host } = new URL(databaseUrl);
  await applyMigrations(databaseUrl).catch((error: unknown) => {
    throw new Error(`Migrating the database at ${host} failed: ${describe(error)}`);
  });
  process.stdout.write(`✓ The database at ${host} is up to date\n`);
});

/** ECONNREFUSED is an AggregateError with a code and no message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ECONNREFUSED") {
    return "connection refused. Start it with `npm run dev`, or set DATABASE_URL";
  }
  return error.message;
}
