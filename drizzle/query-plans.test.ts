import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forwardMessages } from "../app/contact/forward-messages.server.ts";
import { sendDueEmails } from "../app/email/send-emails.server.ts";
import { readItemPage } from "../app/items/items.server.ts";
import { getPlatform } from "../app/platform/context.server.ts";
import {
  createSupabaseDatabase,
  type SupabaseDatabase,
} from "../tests/support/cloudflare/supabase-database.ts";
import { createRequestContext } from "../tests/support/request-context.ts";
import { superuserDatabaseUrl } from "../tests/support/running-cloud.ts";
import { connectPostgres } from "./connect.ts";
import { applyMigrations } from "./migrate.ts";

/** Of each of two owners; enough rows for Postgres to prefer an index. */
const ITEMS = 5_000;
const OUTBOX = 3_000;

let server: SupabaseDatabase;
let sql: postgres.Sql;
let client: pg.Client;
let database: NodePgDatabase;
let owner: string;
const statements: { text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  server = await createSupabaseDatabase(superuserDatabaseUrl, "migrations");
  await applyMigrations(server.url);
  sql = connectPostgres(server.url);
  const owners = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of owners) {
    await sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
    await sql`
      insert into public.items (owner, name, featured, created_at)
      select ${id}, 'Item ' || n, n % 100 = 0, now() - n * interval '1 minute'
      from generate_series(1, ${ITEMS}::int) n`;
  }
  owner = owners[0] ?? "";
  await sql`
    insert into public.contact_messages (id, name, email, message, forwarded_at)
    select gen_random_uuid(), 'Ann', 'ann-' || n || '@example.com', 'Hello', now()
    from generate_series(1, ${OUTBOX}::int) n`;
  await sql`
    insert into public.outgoing_emails (template, recipient, dedupe_key, sent_at)
    select 'welcome', 'ann-' || n || '@example.com', 'plan-' || n, now()
    from generate_series(1, ${OUTBOX}::int) n`;
  await sql`analyze`;
  client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  const logQuery = (text: string, values: unknown[]) => void statements.push({ text, values });
  database = drizzle(client, { logger: { logQuery } });
});
afterAll(async () => {
  await client.end();
  await sql.end();
  await server.drop();
});

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

const before = () => ({ createdAt: Date.now() - 3_600_000, id: crypto.randomUUID() });

test.each([
  ["the first page", {}, "items_owner_newest"],
  ["a later page", { before: before() }, "items_owner_newest"],
  ["featured items", { view: { query: "", onlyFeatured: true } }, "items_owner_featured"],
])("%s of a list is read in the order of its index", async (_, range, index) => {
  const plan = await explain(() => readItemPage(database, owner, range));
  expect(plan).toContain(`"Index Name":"${index}"`);
  expect(plan).not.toContain(`"Node Type":"Sort"`);
});

test("due messages and emails are found by their index", async () => {
  const platform = {
    ...getPlatform(createRequestContext({ request: new Request("http://localhost/") })),
    database: { get: async () => database, close: async () => {}, waitedMs: () => undefined },
    mailer: { send: async () => ({ messageId: "" }) },
  };
  expect(await explain(() => forwardMessages(platform, 1_000))).toContain("contact_messages_due");
  expect(await explain(() => sendDueEmails(platform, 1_000))).toContain("outgoing_emails_due");
});
