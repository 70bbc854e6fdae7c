/** Runs the statements of the documents, in which a person fills in capitals, on the product's schema. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openMigratedDatabase } from "../tests/support/database/migrated-database.ts";

const { sql } = await openMigratedDatabase();

/** Runs the document's statement that begins with `start`. */
function runStatement(document: string, start: string, values: Readonly<Record<string, string>>) {
  const blocks = readFileSync(document, "utf8").matchAll(/```sql\n([\s\S]*?)```/g);
  const statements = [...blocks].flatMap(([, text = ""]) => text.replace(/--.*/g, "").split(";"));
  const found = statements.find((each) => each.trim().startsWith(start)) ?? "";
  const text = Object.entries(values).reduce(
    (all, [name, value]) => all.replace(name, value),
    found,
  );
  return sql.unsafe(text);
}

test("lists, requeues and deletes contact messages", async () => {
  const receive = async (email: string, changes: Readonly<Record<string, unknown>>) => {
    const id = crypto.randomUUID();
    await sql`insert into contact_messages ${sql({ id, name: "Ann", email, message: "Hello", ...changes })}`;
    return id;
  };
  const dead = { dead_at: new Date(), attempts: 20 };
  const spam = await receive("spam@example.com", { suspected_spam: true });
  const waiting = await receive("bob@example.com", {});
  const unclear = await receive("ann@example.com", { ...dead, unconfirmed_sends: 3 });
  const givenUp = await receive("Ann@example.com", dead);
  await receive("ann@example.com", { forwarded_at: new Date() });

  const list = () => runStatement("docs/contact.md", "select", {});
  expect(Object.fromEntries((await list()).map(({ id, state }) => [id, state]))).toEqual({
    [spam]: "held",
    [waiting]: "pending",
    [unclear]: "unclear",
    [givenUp]: "given up",
  });
  await runStatement("docs/contact.md", "update", { ID: givenUp });
  expect(await list()).toContainEqual(
    expect.objectContaining({ id: givenUp, attempts: 0, state: "pending" }),
  );
  await runStatement("docs/contact.md", "delete", { ADDRESS: "ann@Example.com" });
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([spam, waiting].toSorted());
});

test("queues every customer for a sync, and leaves queued ones unchanged", async () => {
  await sql`insert into auth.users (id, email)
    select gen_random_uuid(), n || '@example.com' from generate_series(1, 3) n`;
  await sql`insert into customers (user_id, stripe_customer_id)
    select id, case when email < '3' then 'cus_' || left(email, 1) end from users`;
  await sql`insert into stripe_sync_queue values ('cus_1', 4, now() + interval '1 hour')`;
  await runStatement("docs/billing.md", "insert", {});
  const queued = await sql`
    select stripe_customer_id as id, attempts from stripe_sync_queue order by id`;
  expect(queued).toEqual([
    { id: "cus_1", attempts: 4 },
    { id: "cus_2", attempts: 0 },
  ]);
});

test("ends all sessions of one account", async () => {
  const people = await sql`
    insert into auth.users (email) values ('eve@example.com'), ('fay@example.com') returning id`;
  for (const { id } of people) await sql`insert into auth.sessions (user_id) values (${id})`;
  await runStatement("docs/accounts.md", "delete", { ADDRESS: "Eve@example.com" });
  const left = await sql`select user_id from auth.sessions`;
  expect(left).toEqual([{ user_id: people[1]?.id }]);
});
