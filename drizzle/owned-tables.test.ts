/** Whose data each table holds: for the export, the deletion of an account and the privacy policy. */
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { legalTexts } from "../app/content/marketing/legal.ts";
import { openMigratedDatabase } from "../tests/support/database/migrated-database.ts";
import { OWNED_TABLES } from "./owned-tables.ts";
import * as schema from "./schema.ts";

/** Tables without personal data, and two that `app/account/export.server.ts` reads by email address. */
const WITHOUT_OWNER = [
  // User ids and codes in its keys; deleted within minutes.
  "claims",
  "contact_messages",
  "outgoing_emails",
  "stripe_event_cursor",
  "stripe_events",
  "stripe_sync_queue",
  "users",
];

const tables = Object.values<unknown>(schema)
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => getTableConfig(table));

const { sql } = await openMigratedDatabase();

test("every table references users, which puts it into the export, or has no personal data", () => {
  const withoutOwner = tables.filter(({ foreignKeys }) =>
    foreignKeys.every((key) => key.reference().foreignTable !== schema.users),
  );
  expect(
    withoutOwner.map(({ name }) => name).toSorted(),
    "Add a column that references users, or the table to WITHOUT_OWNER if it has no personal data",
  ).toEqual(WITHOUT_OWNER);
  expect(OWNED_TABLES.map(({ name }) => name)).not.toContain("recovery_codes");
});

test("the rows of an account are deleted with it", async () => {
  const kept = await sql`
    select conrelid::regclass::text as table from pg_constraint
    where confrelid = 'public.users'::regclass and confdeltype <> 'c'`;
  expect([...kept], 'Add { onDelete: "cascade" } to the reference to users').toEqual([]);
});

/**
 * Foreign keys without an index that begins with their columns. A partial index or one of another kind does
 * not count.
 */
const findUnindexedKeys = () => sql`
  select conrelid::regclass::text as "table", conname as key from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
    select from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    where i.indrelid = conrelid and i.indpred is null and m.amname = 'btree'
      and (i.indkey::smallint[])[0:cardinality(conkey) - 1] @> conkey)`;

test("every foreign key has an index: without it a list, or the deletion of an account, reads a whole table", async () => {
  expect([...(await findUnindexedKeys())], "Add index(…).on(table.owner, …)").toEqual([]);
  await sql`
    create table public.notes (
      id uuid primary key, owner uuid constraint notes_owner references public.users on delete cascade)`;
  await sql`create index on public.notes (id, owner)`;
  await sql`create index on public.notes (owner) where id is null`;
  expect(await findUnindexedKeys()).toMatchObject([{ table: "notes", key: "notes_owner" }]);
  await sql`create index on public.notes (owner, id)`;
  expect(await findUnindexedKeys()).toHaveLength(0);
  await sql`drop table public.notes`;
});

/** The words of the policy for a table; null for a table without personal data. */
const NAMED_AS: Readonly<Record<string, string | null>> = {
  users: "Accounts: Your email address, the name you choose",
  customers: "Plans: Which plan you have",
  items: "Your items",
  stripe_events: null,
  stripe_event_cursor: null,
  stripe_sync_queue: null,
  claims: "the last codes you entered",
  recovery_codes: "hashes of your recovery codes",
  contact_messages: "Contact messages: Your name, email address and message",
  outgoing_emails: "What we write to you about your account",
};

test("the privacy policy says what is stored", () => {
  expect(
    Object.keys(NAMED_AS).toSorted(),
    "Say in app/content/marketing/legal.ts what a table stores, and its words in NAMED_AS",
  ).toEqual(tables.map(({ name }) => name).toSorted());
  const policy = JSON.stringify(legalTexts["privacy-policy"]);
  const ofSupabase = ["Passkeys: The public key", "secret of each authenticator app"];
  expect(
    [...Object.values(NAMED_AS), ...ofSupabase].filter((words) => !policy.includes(words ?? "")),
    "The policy does not have these words: change it, or NAMED_AS after it",
  ).toEqual([]);
});

test("a table that the policy leaves out has no column for a person", () => {
  const unnamed = tables.filter(({ name }) => NAMED_AS[name] === null);
  const columns = unnamed.flatMap((table) => table.columns.map(({ name }) => name));
  expect(columns.filter((name) => /email|name|user|owner|ip_/.test(name))).toEqual([]);
});
