/**
 * `npm run account -- EMAIL [--out FILE]`: what is held about a person, whether they have an account or have only
 * written to us; with --out, all of it as JSON, to be sent to them. Works on DATABASE_URL, or on the running
 * local database. Changes nothing: an account is deleted by its owner, messages by `npm run contact -- delete`.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { withPostgres } from "../drizzle/connect.ts";
import { runCommand } from "../tools/run-command.ts";
import { portsAt, readPortOffset } from "../tools/settings.ts";
import { collectPersonalData, summarise } from "./account/personal-data.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string" } },
});
const [email] = positionals;

await runCommand(async () => {
  if (!email?.includes("@")) throw new Error("Usage: npm run account -- EMAIL [--out FILE]");
  const local = `postgres://postgres:postgres@127.0.0.1:${portsAt(readPortOffset()).postgres}/postgres`;
  const data = await withPostgres(process.env.DATABASE_URL ?? local, (sql) =>
    collectPersonalData(sql, email),
  );
  for (const line of summarise(data)) console.log(line);
  if (values.out === undefined) return;
  writeFileSync(values.out, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 });
  console.log(`Written to ${values.out}; delete it once it has been sent`);
});
