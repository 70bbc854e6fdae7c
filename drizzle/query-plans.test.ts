import { eq } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveUserId, requireLiveSession } from "../app/auth/session/live-session.server.ts";
import { forwardMessages } from "../app/contact/forward-messages.server.ts";
import { sendDueEmails } from "../app/email/send-emails.server.ts";
import { itemPageColumn, type PageRange } from "../app/items/items.server.ts";
import { getPlatform } from "../app/platform/context.server.ts";
import { insertUser, openMigratedDatabase } from "../tests/support/database/migrated-database.ts";
import { createRequestContext } from "../tests/support/routes/request-context.ts";
import { users } from "./schema.ts";

/** Rows of each of two owners; enough for Postgres to prefer an index. */
const ITEMS = 9_000;
const OUTBOX = 3_000;

const { sql, superuserUrl } = await openMigratedDatabase();
const client = new pg.Client({ connectionString: superuserUrl });
let database: NodePgDatabase;
let owner: LiveUserId;
const statements: { text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) {
    const userId = await insertUser(sql);
    const sessionId = crypto.randomUUID();
    await sql`insert into auth.sessions (id, user_id) values (${sessionId}, ${userId})`;
    owner = requireLiveSession({ userId, sessionId });
    await sql`
      insert into public.items (owner, name, featured, created_at)
      select ${userId}, 'Item ' || n, n % 100 = 0, now() - n * interval '1 minute'
      from generate_series(1, ${ITEMS}::int) n`;
  }
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
  const logQuery = (text: string, values: unknown[]) => void statements.push({ text, values });
  database = drizzle(client, { logger: { logQuery } });
});
afterAll(() => client.end());

/** The plans of the statements that `work` sends. */
async function explain(work: () => Promise<unknown>): Promise<string> {
  statements.length = 0;
  await work();
  expect(statements).not.toHaveLength(0);
  const plans: string[] = [];
  for (const { text, values } of statements) {
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    plans.push(JSON.stringify(rows));
  }
  return plans.join("\n");
}

const readItemPage = (range: PageRange) =>
  database
    .select({ page: itemPageColumn(database, owner, range) })
    .from(users)
    .where(eq(users.id, owner));

const before = () => ({ createdAt: Date.now() - 3_600_000, id: crypto.randomUUID() });

test.each([
  ["the first page", {}, "items_owner_newest"],
  ["a later page", { before: before() }, "items_owner_newest"],
  ["featured items", { view: { query: "", onlyFeatured: true } }, "items_owner_featured"],
])("%s of a list is read in the order of its index", async (_, range, index) => {
  const plan = await explain(() => readItemPage(range));
  expect(plan).toContain(`"Index Name":"${index}"`);
  expect(plan).not.toContain(`"Node Type":"Sort"`);
});

test("a search is answered by the index of names", async () => {
  const view = { query: "tem 8123", onlyFeatured: false };
  const plan = await explain(() => readItemPage({ view }));
  expect(plan).toContain("items_owner_name");
});

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
