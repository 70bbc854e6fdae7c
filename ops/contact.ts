/**
 * `node ops/contact.ts <command>`: the contact messages that have not arrived in the spreadsheet.
 * Works on DATABASE_URL (the direct connection), or on the running local database.
 */
import { parseArgs } from "node:util";
import type postgres from "postgres";
import { escapeControls, runCommand } from "../tools/cli.ts";
import { withOperatorDatabase } from "./lib/database.ts";

const USAGE = `Usage: node ops/contact.ts <command>
  list            messages that wait, are suspected spam, or were given up
  requeue <id>    forward this one now, whatever it was marked as
  requeue --dead  forward all that were given up
  delete <id>     delete this one
  delete --email ADDRESS  delete all from this address (what is held: node ops/account.ts ADDRESS)`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { dead: { type: "boolean", default: false }, email: { type: "string" } },
});
const [command, id] = positionals;

await runCommand(async () => {
  await withOperatorDatabase((sql) => {
    if (command === "list") return list(sql);
    if (command === "requeue" && (id || values.dead)) return requeue(sql, id);
    if (command === "delete" && (id || values.email)) return remove(sql, id, values.email);
    throw new Error(USAGE);
  });
});

/** Says nothing of what was written: that is for the spreadsheet. */
async function list(sql: postgres.Sql): Promise<void> {
  const rows = await sql<{ last_error: string | null }[]>`
    select id, created_at as received, attempts, next_attempt_at as next_attempt, last_error,
      case when dead_at is not null then 'given up' when suspected_spam then 'suspected spam'
        else 'waiting' end as state
    from contact_messages where forwarded_at is null order by created_at limit 200`;
  if (rows.length === 0) console.log("Every message has arrived");
  else
    console.table(rows.map((row) => ({ ...row, last_error: escapeControls(row.last_error ?? "") })));
}

async function requeue(sql: postgres.Sql, messageId: string | undefined): Promise<void> {
  const which = messageId ? sql`id = ${messageId}` : sql`dead_at is not null`;
  const requeued = await sql`
    update contact_messages
    set dead_at = null, suspected_spam = false, attempts = 0, next_attempt_at = now()
    where forwarded_at is null and ${which} returning id`;
  if (messageId && requeued.length === 0) throw new Error(`No message ${messageId} is waiting`);
  console.log(`${requeued.length} queued; the next run, within a minute, forwards them`);
}

/** The spreadsheet has its own copy of a message that was forwarded. */
async function remove(
  sql: postgres.Sql,
  messageId: string | undefined,
  email: string | undefined,
): Promise<void> {
  const which = messageId ? sql`id = ${messageId}` : sql`lower(email) = lower(${email ?? ""})`;
  const removed = await sql<{ forwarded: boolean }[]>`
    delete from contact_messages where ${which} returning forwarded_at is not null as forwarded`;
  if (removed.length === 0) throw new Error("There is no such message");
  const copies = removed.filter(({ forwarded }) => forwarded).length;
  console.log(`${removed.length} deleted; delete the ${copies} copies in the spreadsheet by hand`);
}
