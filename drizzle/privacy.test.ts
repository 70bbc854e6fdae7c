/** The privacy policy names what the tables store. */
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { legalTexts } from "../app/content/marketing/legal.ts";
import * as schema from "./schema.ts";

/** The words of the policy for each table; null for a table without personal data. */
const NAMED_AS: Readonly<Record<string, string | null>> = {
  users: "Accounts: your email address, the name you choose",
  customers: "Plans: which plan you have",
  items: "Your items",
  stripe_events: null,
  stripe_event_cursor: null,
  stripe_retries: null,
  code_attempts: "the last codes you entered",
  recovery_codes: "hashes of your recovery codes",
  contact_messages: "Contact messages: your name, email address and message",
  outgoing_emails: "The emails we send you about your account",
  email_requests: null,
};
const columnsOf = (table: PgTable) => getTableConfig(table).columns.map(({ name }) => name);

test("the privacy policy names every table with personal data", () => {
  const policy = JSON.stringify(legalTexts["privacy-policy"]);
  const tables = Object.values(schema).filter((value) => is(value, PgTable));
  const names = tables.map((table) => getTableConfig(table).name);
  expect(names.toSorted(), "Name a new table in the policy").toEqual(
    Object.keys(NAMED_AS).toSorted(),
  );
  for (const words of Object.values(NAMED_AS)) expect(policy).toContain(words ?? "");
  for (const words of ["Passkeys: the public key", "secret of each authenticator app"]) {
    expect(policy, "stored by Supabase Auth").toContain(words);
  }
});

test("a table that the policy leaves out has no column for a person", () => {
  const tables = Object.values(schema).filter((value) => is(value, PgTable));
  const unnamed = tables.filter((table) => NAMED_AS[getTableConfig(table).name] === null);
  expect(
    unnamed.flatMap(columnsOf).filter((name) => /email|name|user|owner|ip_/.test(name)),
  ).toEqual([]);
});
