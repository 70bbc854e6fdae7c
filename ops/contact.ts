/**
 * `node ops/contact.ts <command>`: contact messages that are not in the spreadsheet yet. Uses DATABASE_URL (the direct
 * connection) or the running local database.
 */
import { parseArgs } from "node:util";
import type postgres from "postgres";
import { escapeControls, runCommand } from "../tools/cli.ts";
import { withOperatorDatabase } from "./lib/database.ts";

const USAGE = `Usage: node ops/contact.ts <command>
  list                    pending, suspected spam and given-up messages
  requeue <id>            forward this message, whatever its state
  requeue --dead          forward all given-up messages
  delete <id>             delete this message
  delete --email ADDRESS  delete all messages from this address (to list them: node ops/account.ts ADDRESS)`;

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

/** Prints no names, addresses or texts. */
async function list(sql: postgres.Sql): Promise<void> {
  const rows = await sql<{ last_error: string | null }[]>`
    select id, created_at as received, attempts, next_attempt_at as next_attempt, last_error,
      case when dead_at is not null then 'given up' when suspected_spam then 'suspected spam'
        else 'pending' end as state
    from contact_messages where forwarded_at is null order by created_at limit 200`;
  if (rows.length === 0) console.log("All messages are forwarded");
  else
    console.table(
      rows.map((row) => ({ ...row, last_error: escapeControls(row.last_error ?? "") })),
    );
}

async function requeue(sql: postgres.Sql, messageId: string | undefined): Promise<void> {
  const which = messageId ? sql`id = ${messageId}` : sql`dead_at is not null`;
  const requeued = await sql`
    update contact_messages
    set dead_at = null, suspected_spam = false, attempts = 0, next_attempt_at = now()
    where forwarded_at is null and ${which} returning id`;
  if (messageId && requeued.length === 0) throw new Error(`No pending message ${messageId}`);
  console.log(`${requeued.length} queued; the next run, within a minute, forwards them`);
}

/** Does not delete a forwarded message's copy in the spreadsheet. */
async function remove(
  sql: postgres.Sql,
  messageId: string | undefined,
  email: string | undefined,
): Promise<void> {
  const which = messageId ? sql`id = ${messageId}` : sql`lower(email) = lower(${email ?? ""})`;
  const removed = await sql<{ forwarded: boolean }[]>`
    delete from contact_messages where ${which} returning forwarded_at is not null as forwarded`;
  if (removed.length === 0) throw new Error("No such message");
  const copies = removed.filter(({ forwarded }) => forwarded).length;
  console.log(
    `${removed.length} deleted; ${copies} of them have a copy in the spreadsheet: delete it there`,
  );
}
