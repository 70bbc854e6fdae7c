/**
 * npm run contact -- COMMAND --env local|staging|production
 *
 *   list                    messages that are not in the spreadsheet: pending, suspected spam, given up, or
 * unclear:
 *                           it may be in the spreadsheet, up to three times
 *   requeue ID              forwards this message, whatever its state
 *   requeue --dead          forwards all messages that were given up or are unclear
 *   delete ID               deletes this message
 *   delete --email ADDRESS  deletes all messages from this address; `npm run account` lists them
 *
 * Needs DATABASE_URL, except for local.
 */
import { parseArgs } from "node:util";
import type postgres from "postgres";
import { formatTable, runCommand } from "../tools/cli.ts";
import { withOperatorDatabase } from "./lib/database.ts";
import { readTargetOrLocal } from "./lib/target.ts";

const MAX_LISTED = 200;

/** Runs the command with `args`. Throws one line on failure. */
export async function contact(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      env: { type: "string" },
      dead: { type: "boolean", default: false },
      email: { type: "string" },
    },
  });
  const [command, id] = positionals;
  await withOperatorDatabase(readTargetOrLocal(values.env), (sql) => {
    if (command === "list") return list(sql);
    if (command === "requeue" && (id || values.dead)) return requeue(sql, id);
    if (command === "delete" && (id || values.email)) return remove(sql, id, values.email);
    throw new Error("Usage: list, requeue ID or --dead, delete ID or --email ADDRESS");
  });
}

/** Prints no names, addresses or texts. */
async function list(sql: postgres.Sql): Promise<void> {
  const rows = await sql<
    { state: string; "received (UTC)": string; tries: number; id: string; reason: string | null }[]
  >`
    select case when dead_at is not null and unconfirmed_sends > 0 then 'unclear'
        when dead_at is not null then 'given up' when suspected_spam then 'suspected spam'
        else 'pending' end as state,
      to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as "received (UTC)",
      attempts as tries, id, last_error as reason
    from contact_messages where forwarded_at is null order by created_at limit ${MAX_LISTED}`;
  if (rows.length === 0) return console.log("✓ All messages are forwarded");
  for (const line of formatTable(rows)) console.log(line);
  const more = rows.length === MAX_LISTED ? "The oldest " : "";
  console.log(`✓ ${more}${rows.length} not forwarded`);
}

async function requeue(sql: postgres.Sql, messageId: string | undefined): Promise<void> {
  const which = messageId ? sql`id = ${messageId}` : sql`dead_at is not null`;
  const requeued = await sql`
    update contact_messages
    set dead_at = null, suspected_spam = false, attempts = 0, unconfirmed_sends = 0, next_attempt_at = now()
    where forwarded_at is null and ${which} returning id`;
  if (messageId && requeued.length === 0) throw new Error(`No pending message ${messageId}`);
  console.log(`✓ ${requeued.length} queued; the next run, within a minute, forwards them`);
}

/** Does not delete a forwarded message's copy in the spreadsheet. */
async function remove(sql: postgres.Sql, messageId: string | undefined, email: string | undefined) {
  const which = messageId ? sql`id = ${messageId}` : sql`lower(email) = lower(${email ?? ""})`;
  const removed = await sql<{ forwarded: boolean }[]>`
    delete from contact_messages where ${which} returning forwarded_at is not null as forwarded`;
  if (removed.length === 0) throw new Error("No such message");
  const copies = removed.filter(({ forwarded }) => forwarded).length;
  if (copies > 0) console.log(`The spreadsheet has a copy of ${copies}: delete it there`);
  console.log(`✓ ${removed.length} deleted`);
}

if (import.meta.main) await runCommand(() => contact(process.argv.slice(2)));
