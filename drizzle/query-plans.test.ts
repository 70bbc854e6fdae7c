import { afterAll, beforeAll, expect, test } from "vitest";
import { createStripe } from "../app/billing/stripe/stripe.server.ts";
import { forwardMessages } from "../app/contact/forward-messages.server.ts";
import { sendDueEmails } from "../app/email/send-emails.server.ts";
import { getPlatform } from "../app/platform/context.server.ts";
import { createExplainer } from "../tests/support/database/explain.ts";
import { insertUser, openMigratedDatabase } from "../tests/support/database/migrated-database.ts";
import { createRequestContext } from "../tests/support/routes/request-context.ts";
import { siteVariables } from "../tests/support/running-cloud.ts";
import { runScheduled, SCHEDULE } from "../workers/scheduled.ts";

/** Rows of each table; enough for Postgres to prefer an index. */
const OUTBOX = 3_000;

const { sql, superuserUrl } = await openMigratedDatabase();
const { client, database, statements, explain } = createExplainer(superuserUrl);

beforeAll(async () => {
  await sql`
    insert into public.contact_messages (id, name, email, message, forwarded_at)
    select gen_random_uuid(), 'Ann', 'ann-' || n || '@example.com', 'Hello', now()
    from generate_series(1, ${OUTBOX}::int) n`;
  await sql`
    insert into public.outgoing_emails (template, recipient, dedupe_key, sent_at)
    select 'welcome', 'ann-' || n || '@example.com', 'plan-' || n, now()
    from generate_series(1, ${OUTBOX}::int) n`;
  await sql`analyze`;
  await client.connect();
});
afterAll(() => client.end());

const getOutboxPlatform = () => ({
  ...getPlatform(createRequestContext({ request: new Request("http://localhost/") })),
  database: { get: async () => database, close: async () => {}, waitedMs: () => undefined },
  mailer: { send: async () => ({ messageId: "" }) },
});

test("due emails are found by their index", async () => {
  const plan = await explain(() => sendDueEmails(getOutboxPlatform(), 1_000));
  expect(plan).toContain("outgoing_emails_due");
});

test("leasing a message reads 20,000 pending ones once, also before Postgres has statistics of them", async () => {
  await explain(() => forwardMessages(getOutboxPlatform(), 1_000));
  const [lease] = statements;
  await client.query("begin");
  await client.query(`
    insert into public.contact_messages (id, name, email, message, next_attempt_at)
    select gen_random_uuid(), 'Ann', 'ann-' || n % 5000 || '@example.com', 'Hello', now() - interval '1 minute'
    from generate_series(1, 20000) n`);
  const { rows } = await client.query(
    `explain (analyze, buffers, format json) ${lease?.text}`,
    lease?.values,
  );
  await client.query("rollback");
  const { Plan: plan } = rows[0]["QUERY PLAN"][0];
  expect(plan["Actual Rows"]).toBe(2);
  expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(5_000);
});

test("the deletion of an account finds its messages by their index", async () => {
  const [plan] = await sql`
    explain (format json)
    delete from public.contact_messages where lower(email) = lower('ann-7@example.com')`;
  expect(JSON.stringify(plan)).toContain("contact_messages_sender");
});

/** Rows of each table that a cron reads; enough for Postgres to prefer an index. */
const GROWN = 20_000;

/** The tables that statements read whole while `work` runs, also within functions and triggers. */
async function findWholeReads(work: () => Promise<unknown>): Promise<Set<string>> {
  const plans: string[] = [];
  const keep = ({ message = "" }) => void plans.push(message);
  client.on("notice", keep);
  await client.query(`
    load 'auto_explain';
    set auto_explain.log_level = notice; set auto_explain.log_format = json;
    set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on`);
  await work();
  await client.query("set auto_explain.log_min_duration = -1");
  client.off("notice", keep);
  const scan = /"Node Type": "Seq Scan",[^{}]*?"Relation Name": "(\w+)"/g;
  const text = plans.join("\n");
  expect(text).toContain('"Index Name": ');
  return new Set(Array.from(text.matchAll(scan), ([, table = ""]) => table));
}

test("no statement of a cron reads a table whole that grows with users, payments or messages", async () => {
  const context = createRequestContext({ variables: siteVariables });
  const platform = { ...getPlatform(context), database: getOutboxPlatform().database };
  const stripe = createStripe(platform.config.stripe, "api");
  const [linkedId = "", newId = ""] = [await insertUser(sql), await insertUser(sql)];
  const linked = await stripe.customers.create({ metadata: { userId: linkedId } });
  const unlinked = await stripe.customers.create({ metadata: { userId: newId } });
  await sql`
    insert into auth.users (id, email)
    select gen_random_uuid(), 'user-' || n || '@example.com' from generate_series(1, ${GROWN}::int) n`;
  await sql`
    insert into public.customers (user_id, stripe_customer_id) select id, 'cus_' || id from public.users
    where email like 'user-%' on conflict (user_id) do update set stripe_customer_id = excluded.stripe_customer_id`;
  await sql`
    insert into public.customers (user_id, stripe_customer_id, details_changed_at)
    values (${linkedId}, ${linked.id}, now())`;
  await sql`
    insert into public.stripe_events (id, type, created_at)
    select 'evt_' || n, 'invoice.paid', now() from generate_series(1, ${GROWN}::int) n`;
  await sql`
    insert into public.stripe_sync_queue (stripe_customer_id, next_attempt_at)
    select 'cus_' || n, now() + interval '1 day' from generate_series(1, ${GROWN}::int) n`;
  await sql`
    insert into public.stripe_sync_queue (stripe_customer_id, next_attempt_at) values (${unlinked.id}, now())`;
  await sql`insert into public.stripe_event_cursor (read_until) values (now() + interval '1 hour')`;
  await sql`
    insert into public.claims (key, taken, expires_at)
    select 'key-' || n, 1, now() + interval '1 hour' from generate_series(1, ${GROWN}::int) n`;
  await sql`
    insert into public.contact_messages (id, name, email, message, forwarded_at)
    select gen_random_uuid(), 'Ann', 'ann-' || n || '@example.com', 'Hello', now()
    from generate_series(1, ${GROWN}::int) n`;
  await sql`
    insert into public.contact_messages (id, name, email, message, suspected_spam, next_attempt_at, created_at)
    select gen_random_uuid(), 'Ann', 'user-' || n || '@example.com', 'Hello', n % 2 = 0, now() + interval '1 hour',
      now() - interval '1 day' from generate_series(1, 120) n`;
  await sql`analyze`;

  const found = await findWholeReads(async () => {
    for (const cron of Object.keys(SCHEDULE)) await runScheduled(cron, platform);
  });
  // One row; and a week of emails.
  const allowed = ["stripe_event_cursor", "outgoing_emails"];
  expect([...found].filter((table) => !allowed.includes(table))).toEqual([]);
  const [synced] = await sql`
    select count(*)::int from public.customers where synced_at is not null and user_id in (${linkedId}, ${newId})`;
  expect(synced).toEqual({ count: 2 });
});
