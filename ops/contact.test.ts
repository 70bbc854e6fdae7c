/** Runs the commands against a Postgres with the product's schema. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { applyMigrations } from "../drizzle/migrate.ts";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import {
  createSupabaseDatabase,
  type SupabaseDatabase,
} from "../tests/support/database/supabase-database.ts";
import { superuserDatabaseUrl } from "../tests/support/running-cloud.ts";
import { account } from "./account.ts";
import { contact } from "./contact.ts";
import { readProjectRef } from "./lib/supabase.ts";
import { readTarget } from "./lib/target.ts";

const PROJECT = readProjectRef(readTarget("staging")) ?? "";

let database: SupabaseDatabase;
let sql: postgres.Sql;
const folder = mkdtempSync(path.join(os.tmpdir(), "export-"));
beforeAll(async () => {
  database = await createSupabaseDatabase(superuserDatabaseUrl, PROJECT);
  await applyMigrations(database.url);
  vi.stubEnv("DATABASE_URL", database.url);
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
});
beforeEach(() => sql`delete from contact_messages`);
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await sql.end();
  await database.drop();
});

/** Runs the command on staging, whose database this is. */
const runContact = (...args: string[]) => runIn("staging", ...args);
const runIn = (environment: string, ...args: string[]) =>
  collectLines(() => contact([...args, "--env", environment]));

async function receive(email: string, changes: Readonly<Record<string, unknown>> = {}) {
  const [row] = await sql<{ id: string }[]>`
    insert into contact_messages ${sql({ id: crypto.randomUUID(), name: "Ann", email, message: "secret words", ...changes })}
    returning id`;
  return row?.id ?? "";
}

const remaining = async () =>
  (await sql<{ email: string }[]>`select email from contact_messages order by email`).map(
    ({ email }) => email,
  );

test("delete --email deletes all messages from an address, ignoring case, and no others", async () => {
  await receive("Ann@Example.com", { forwarded_at: new Date() });
  await receive("ann@example.com", { dead_at: new Date() });
  await receive("joann@example.com");
  const { error, lines } = await runContact("delete", "--email", "ANN@example.com");
  expect(error).toBeUndefined();
  expect(lines.slice(1)).toEqual([
    "The spreadsheet has a copy of 1: delete it there",
    "✓ 2 deleted",
  ]);
  expect(await remaining()).toEqual(["joann@example.com"]);
});

test("delete deletes one message by id", async () => {
  const id = await receive("ann@example.com");
  await receive("bob@example.com");
  expect((await runContact("delete", id)).error).toBeUndefined();
  expect(await remaining()).toEqual(["bob@example.com"]);
});

test.each([
  ["an invalid id", ["delete", "1 or true"], "invalid input syntax for type uuid"],
  ["an address without messages", ["delete", "--email", "%"], "No such message"],
  ["a deleted message", ["delete", "6f1f0f3e-7f1c-4a53-9d6e-0d4f6f0b1c2d"], "No such message"],
  ["nothing", ["delete"], "Usage: "],
  ["an empty address", ["delete", "--email", ""], "Usage: "],
])("delete of %s fails and deletes nothing", async (_, args, error) => {
  await receive("ann@example.com");
  expect((await runContact(...args)).error).toContain(error);
  expect(await remaining()).toEqual(["ann@example.com"]);
});

test.each([
  ["production", /does not belong to this environment's Supabase project/],
  // Unless a local database runs.
  ["local", /connect ECONNREFUSED|No such message/],
])("%s never works on the database of staging", async (name, error) => {
  const id = await receive("ann@example.com");
  expect((await runIn(name, "delete", id)).error).toMatch(error);
  expect(await remaining()).toEqual(["ann@example.com"]);
});

test("an empty list is one line", async () => {
  expect((await runContact("list")).lines).toEqual([
    expect.stringContaining("staging: database"),
    "✓ All messages are forwarded",
  ]);
});

test("list shows messages that are not forwarded, without personal data", async () => {
  const dead = await receive("ann@example.com", {
    dead_at: new Date(),
    last_error: "answered \u001b[2J\u202e\n10:20 forged",
  });
  const done = await receive("bob@example.com", { forwarded_at: new Date() });
  const { lines } = await runContact("list");
  const output = lines.join("\n");
  expect(output).toContain(dead);
  expect(output).toContain("given up");
  expect(output).toContain(`staging: database postgres.${PROJECT}@${new URL(database.url).host}`);
  expect(output).toContain("\\u202e");
  expect(output).not.toMatch(/[^\P{C}\n]/u);
  for (const hidden of [done, "secret words", "ann@example.com"]) {
    expect(output).not.toContain(hidden);
  }
});

test("requeue --dead queues given-up messages", async () => {
  await receive("ann@example.com", { dead_at: new Date(), attempts: 9 });
  await receive("bob@example.com", { attempts: 3 });
  const { lines } = await runContact("requeue", "--dead");
  expect(lines.at(-1)).toContain("1 queued");
  const rows = await sql`select email, attempts from contact_messages where dead_at is null`;
  expect(rows).toHaveLength(2);
  expect(rows.find(({ email }) => email === "ann@example.com")?.attempts).toBe(0);
});

test("account exports a sender's messages to a file that only its owner can read", async () => {
  await receive("ann@example.com");
  await receive("bob@example.com", { message: "from Bob" });
  const file = path.join(folder, "ann.json");
  const exportOf = (email: string) =>
    collectLines(() => account([email, "--out", file, "--env", "staging"]));
  const { error, lines } = await exportOf("ann@example.com");
  expect(error).toBeUndefined();
  expect(lines).toContain("     1 contact messages");
  expect(JSON.parse(readFileSync(file, "utf8")).contactMessages).toMatchObject([
    { email: "ann@example.com", message: "secret words" },
  ]);
  expect(readFileSync(file, "utf8")).not.toContain("from Bob");
  expect(statSync(file).mode & 0o077).toBe(0);
  expect((await exportOf("bob@example.com")).error).toContain("already exists");
  expect(readFileSync(file, "utf8")).not.toContain("from Bob");
});

test("ends all sessions of an account, and no others", async () => {
  const people = await sql`
    insert into auth.users (email) values ('eve@example.com'), ('fay@example.com') returning id`;
  for (const { id } of people) await sql`insert into auth.sessions (user_id) values (${id})`;
  const args = ["Eve@example.com", "--env", "staging", "--end-sessions"];
  const { error, lines } = await collectLines(() => account(args));
  expect(error).toBeUndefined();
  expect(lines).toContain("✓ 1 sessions ended");
  const left =
    await sql`select user_id from auth.sessions where user_id = any(${people.map(({ id }) => id)})`;
  expect(left).toEqual([{ user_id: people[1]?.id }]);
});
