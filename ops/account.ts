/**
 * `npm run account -- EMAIL [--out FILE]`: what is held about a person, whether they have an account or have only
 * written to us; with --out, all of it as JSON, to be sent to them. Works on DATABASE_URL, or on the running
 * local database. Changes nothing: an account is deleted by its owner, messages by `npm run contact -- delete`.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommand } from "../tools/run-command.ts";
import { collectPersonalData, summarise } from "./account/personal-data.ts";
import { withOperatorDatabase } from "./operator-database.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string" } },
});
const [email] = positionals;

await runCommand(async () => {
  if (!email?.includes("@")) throw new Error("Usage: npm run account -- EMAIL [--out FILE]");
  const data = await withOperatorDatabase((sql) => collectPersonalData(sql, email));
  for (const line of summarise(data)) console.log(line);
  if (values.out === undefined) return;
  // A file that is there would keep its own rights, which may be for everybody.
  writeFileSync(values.out, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  console.log(`Written to ${values.out}; delete it once it has been sent`);
});
