import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { OWNED_TABLES } from "../drizzle/owned-tables.ts";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import { openMigratedDatabase } from "../tests/support/database/migrated-database.ts";
import { account, collectPersonalData, summarize } from "./account.ts";
import { readProjectRef } from "./lib/database-url.ts";
import { readTarget } from "./lib/target.ts";

const PROJECT = readProjectRef(readTarget("staging")) ?? "";

const { sql, url } = await openMigratedDatabase(PROJECT);
beforeAll(() => void vi.stubEnv("DATABASE_URL", url));
afterAll(() => void vi.unstubAllEnvs());

const send = (email: string, message: string) => sql`
  insert into contact_messages (id, name, email, message)
  values (gen_random_uuid(), 'Ann', ${email}, ${message})`;

test("exports everything about a person, and nothing about anyone else", async () => {
  const people = await sql`
    insert into auth.users (email, encrypted_password, raw_user_meta_data)
    values ('ann@example.com', 'a-hash', '{"name": "Ann"}'), ('bob@example.com', 'b-hash', '{}')
    returning id`;
  for (const { id } of people) {
    await sql`insert into customers (user_id, stripe_customer_id) values (${id}, ${`cus_${id}`})`;
    await sql`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
      values (${id}, 'Phone', 'totp', 'verified', 'a-secret')`;
    await sql`insert into auth.sessions (user_id, ip) values (${id}, '192.0.2.1')`;
    await sql`
      insert into auth.mfa_challenges (factor_id, ip_address)
      select id, '192.0.2.2' from auth.mfa_factors where user_id = ${id}`;
    const payload = sql.json({ action: "login", actor_id: id, actor_username: "somebody" });
    await sql`insert into auth.audit_log_entries (payload, ip_address) values (${payload}, '192.0.2.3')`;
    await sql`
      insert into outgoing_emails (template, recipient, dedupe_key)
      select 'account_exists', email, id from auth.users where id = ${id}`;
    await sql`update auth.users set email_change = ${`new-${id}@example.com`} where id = ${id}`;
  }
  await send("Ann@Example.com", "from Ann");
  await send("bob@example.com", "from Bob");

  const data = await collectPersonalData(sql, "ANN@example.com ");
  const text = JSON.stringify(data);
  expect(data.profile).toMatchObject([{ name: "Ann" }]);
  expect(data.account).toMatchObject([
    { new_email_unconfirmed: `new-${people[0]?.id}@example.com` },
  ]);
  expect(data.sessions).toMatchObject([{ ip_address: "192.0.2.1" }]);
  expect(data.codeChallenges).toMatchObject([{ ip_address: "192.0.2.2" }]);
  expect(data.signInLog).toMatchObject([{ action: "login", ip_address: "192.0.2.3" }]);
  expect(data.contactMessages).toMatchObject([{ message: "from Ann" }]);
  expect(data.emails).toMatchObject([{ template: "account_exists", sent_at: null }]);
  for (const foreign of ["bob@", "from Bob", String(people[1]?.id)]) {
    expect(text).not.toContain(foreign);
  }
  for (const secret of ["a-hash", "a-secret"]) expect(text).not.toContain(secret);
  expect(summarize(data, "production")).toContain(`User id ${people[0]?.id}`);
  const customer = `customers/cus_${people[0]?.id}`;
  for (const [environment, address] of [
    ["production", `https://dashboard.stripe.com/${customer}`],
    ["staging", `https://dashboard.stripe.com/test/${customer}`],
  ] as const) {
    expect(summarize(data, environment)).toContain(`Subscriptions and invoices: ${address}`);
  }
});

test("finds a sender without an account", async () => {
  await send("carol@example.com", "no account");
  const data = await collectPersonalData(sql, "carol@example.com");
  expect(data.account).toHaveLength(0);
  expect(summarize(data, "staging")).toContain("     1 contact messages");
});

test("exports to a file that only its owner can read, and from no database of another environment", async () => {
  await send("dora@example.com", "from Dora");
  const folder = mkdtempSync(path.join(os.tmpdir(), "export-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "dora.json");
  const exportOf = (email: string, environment = "staging") =>
    collectLines(() => account([email, "--out", file, "--env", environment]));
  const { error, lines } = await exportOf("dora@example.com");
  expect(error).toBeUndefined();
  expect(lines[0]).toBe(`staging: database postgres.${PROJECT}@${new URL(url).host}`);
  expect(JSON.parse(readFileSync(file, "utf8")).contactMessages).toMatchObject([
    { email: "dora@example.com", message: "from Dora" },
  ]);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect((await exportOf("bob@example.com")).error).toContain("already exists");
  expect(readFileSync(file, "utf8")).not.toContain("bob@");
  expect((await exportOf("dora@example.com", "production")).error).toMatch(
    /does not belong to this environment's Supabase project/,
  );
});

test("every public column that could contain personal data is known", async () => {
  const columns = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'owner', 'email', 'recipient')
      and not table_name = any(${OWNED_TABLES.map(({ name }) => name)})
    order by name`;
  expect(columns.map(({ name }) => name)).toEqual([
    "contact_messages.email",
    "customers.user_id",
    "outgoing_emails.recipient",
    // Hashes of codes.
    "recovery_codes.user_id",
    "users.email",
  ]);
});

test("every auth column that could contain personal data is known", async () => {
  const columns = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'auth' and table_name <> 'users'
      and column_name in ('user_id', 'email', 'ip', 'ip_address', 'payload', 'relates_to')
    order by name`;
  expect(columns.map(({ name }) => name)).toEqual([
    "audit_log_entries.ip_address",
    "audit_log_entries.payload",
    // A sign-in in progress; deleted within the hour.
    "flow_state.user_id",
    "identities.email",
    "identities.user_id",
    "mfa_challenges.ip_address",
    "mfa_factors.user_id",
    // Unused email links; invalid after an hour.
    "one_time_tokens.relates_to",
    "one_time_tokens.user_id",
    // Tokens only.
    "refresh_tokens.user_id",
    "sessions.ip",
    "sessions.user_id",
    // A passkey being added or used; invalid after five minutes.
    "webauthn_challenges.user_id",
    "webauthn_credentials.user_id",
  ]);
});
