/**
 * `npm run contact -- <command>`: the contact messages that have not arrived in the spreadsheet.
 * Works on DATABASE_URL (the direct connection), or on the running local database.
 */
import { parseArgs } from "node:util";
import postgres from "postgres";
import { runCommand } from "../tools/run-command.ts";
import { portsAt, readPortOffset } from "../tools/settings.ts";

const USAGE = `Usage: npm run contact -- <command>
  list            messages that wait, are suspected spam, or were given up
  requeue <id>    forward this one now, whatever it was marked as
  requeue --dead  forward all that were given up`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { dead: { type: "boolean", default: false } },
});
const [command, id] = positionals;

await runCommand(async () => {
  const local = `postgres://postgres:postgres@127.0.0.1:${portsAt(readPortOffset()).postgres}/postgres`;
  const sql = postgres(process.env.DATABASE_URL ?? local, { max: 1, onnotice: () => {} });
  try {
    if (command === "list") await list(sql);
    else if (command === "requeue" && (id || values.dead)) await requeue(sql, id);
    else throw new Error(USAGE);
  } finally {
    await sql.end({ timeout: 5 });
  }
});

/** Says nothing of what was written: that is for the spreadsheet. */
async function list(sql: postgres.Sql): Promise<void> {
  const rows = await sql`
    select id, created_at as received, attempts, next_attempt_at as next_attempt, last_error,
      case when dead_at is not null then 'given up' when suspected_spam then 'suspected spam'
        else 'waiting' end as state
    from contact_messages where forwarded_at is null order by created_at limit 200`;
  if (rows.length === 0) console.log("Every message has arrived");
  else console.table(rows.map((row) => ({ ...row })));
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
