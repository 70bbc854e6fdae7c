/** The database functions about links in emails, passwords and sign-ins. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { SECOND_FACTORS } from "~/auth/session/token/access-token.server";
import { insertUser, openMigratedDatabase } from "../tests/support/database/migrated-database.ts";

const { sql } = await openMigratedDatabase();

const KINDS = [
  ["confirmation_token", "hash-1"],
  ["recovery_token", "pkce_hash-1"],
  ["email_change_token_current", "hash-1"],
  ["email_change_token_new", "hash-1"],
] as const;
const findOwner = (hash = "hash-1") => sql`select * from find_link_owner(${hash})`;

test.each(KINDS)("a link names the account whose %s it has, and no other", async (kind, token) => {
  const email = `${kind}@example.com`;
  await insertUser(sql, { email: `other-${email}` });
  const id = await insertUser(sql, { email, email_change: "New@example.com", [kind]: token });
  const new_email = kind.startsWith("email_change") ? "New@example.com" : null;
  expect(await findOwner()).toEqual([{ id, email, new_email }]);
  for (const unknown of ["hash-2", "", " "]) expect(await findOwner(unknown)).toEqual([]);
  await sql`delete from auth.users where id = ${id}`;
});

test.each(KINDS)(
  "a link that is old, void or from another address names none: %s",
  async (kind, token) => {
    const id = await insertUser(sql, { email_change: "new@example.com", [kind]: token });
    await sql`update auth.one_time_tokens set created_at = created_at - interval '61 minutes'`;
    expect(await findOwner()).toEqual([]);
    await sql`update auth.one_time_tokens set created_at = now() at time zone 'UTC', relates_to = 'old@example.com'`;
    expect(await findOwner()).toEqual([]);
    // GoTrue keeps the columns of auth.users.
    await sql`delete from auth.one_time_tokens`;
    expect(await findOwner()).toEqual([]);
    await sql`delete from auth.users where id = ${id}`;
  },
);

/** An account that waits for its confirmation, signed up in the browser of `proof`. */
async function signUp(proof?: string): Promise<string> {
  const account = { confirmation_token: "hash-1", encrypted_password: "$2a$10$x" };
  const id = await insertUser(sql, account);
  const metadata = sql.json(proof === undefined ? {} : { sign_up: proof });
  await sql`update auth.users set raw_user_meta_data = ${metadata} where id = ${id}`;
  return id;
}

/**
 * Presses the button in the browser of `proof`. Returns whether the owner has to choose a password, and has
 * one.
 */
async function press(id: string, proof: string | null) {
  const [row] = await sql`select void_unproven_password('hash-1', ${proof}) as chooses`;
  const [user] = await sql`select has_password(${id}) as kept`;
  return { ...row, ...user };
}

test.each([
  ["in another browser", "proof-1", "proof-2"],
  ["without cookies", "proof-1", null],
  ["without cookies, for a sign-up at Supabase Auth's own API", undefined, null],
  ["for a sign-up with an empty proof", "", null],
])("confirming an address %s voids the password", async (_, signedUp, confirming) => {
  const id = await signUp(signedUp);
  expect(await press(id, confirming)).toEqual({ chooses: true, kept: false });
  await sql`delete from auth.users where id = ${id}`;
});

test("a password stays in the browser of its sign-up, and once the address is confirmed", async () => {
  const id = await signUp("proof-1");
  expect(await press(id, "proof-1")).toEqual({ chooses: false, kept: true });
  await sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
  expect(await press(id, "proof-2")).toEqual({ chooses: false, kept: true });
  await sql`delete from auth.users where id = ${id}`;
});

test("a link that is old or used voids nothing", async () => {
  const id = await signUp("proof-1");
  await sql`update auth.one_time_tokens set created_at = created_at - interval '61 minutes'`;
  expect(await press(id, null)).toEqual({ chooses: null, kept: true });
  await sql`delete from auth.one_time_tokens`;
  expect(await press(id, null)).toEqual({ chooses: null, kept: true });
  await sql`delete from auth.users where id = ${id}`;
});

test("after a press that confirmed nothing, the owner chooses a password in any browser and later", async () => {
  const id = await signUp("proof-1");
  await sql`insert into auth.identities (provider, provider_id, user_id, identity_data)
    values ('email', ${id}, ${id}, '{}')`;
  await press(id, null);
  expect(await press(id, "proof-1")).toEqual({ chooses: true, kept: false });
  await sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
  expect(await press(id, null)).toEqual({ chooses: true, kept: false });
  await sql`update auth.identities set provider = 'google' where user_id = ${id}`;
  expect(await press(id, null)).toEqual({ chooses: false, kept: false });
  await sql`delete from auth.users where id = ${id}`;
});

test("an account that began with a provider can have a password", async () => {
  const without = await insertUser(sql, { email: "google@example.com" });
  const having = await insertUser(sql, {
    email: "both@example.com",
    encrypted_password: "$2a$10$x",
  });
  const [row] = await sql`select has_password(${without}) as none, has_password(${having}) as some`;
  expect(row).toEqual({ none: false, some: true });
});

test("a sign-in is listed with its address, for its owner", async () => {
  const id = await insertUser(sql, { email: "ann@example.com" });
  await sql`insert into auth.sessions (id, user_id, ip, user_agent)
    values (gen_random_uuid(), ${id}, '192.0.2.7', 'Firefox')`;
  expect(await sql`select * from list_sign_ins(${id})`).toMatchObject([
    { ipAddress: "192.0.2.7", browser: "Firefox" },
  ]);
  expect(await sql`select * from list_sign_ins(gen_random_uuid())`).toEqual([]);
});

test.each([
  ...Array.from(SECOND_FACTORS, (method) => [method, false] as const),
  ...["password", "oauth", "otp", "passkey"].map((method) => [method, true] as const),
])(
  "a passkey is added after a sign-in, and a second factor is none: %s, %s",
  async (method, may) => {
    const id = await insertUser(sql, { email: `${crypto.randomUUID()}@example.com` });
    await sql`with session as (
      insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${id}) returning id)
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    select gen_random_uuid(), id, now(), now(), ${method} from session`;
    const adding = sql`insert into auth.webauthn_credentials (user_id, credential_id, public_key)
    values (${id}, ${crypto.randomUUID()}::text::bytea, '')`;
    const outcome = await adding.then(
      () => true,
      ({ code }) => code !== "42501",
    );
    expect(outcome).toBe(may);
    await sql`delete from auth.users where id = ${id}`;
  },
);

test("a provider adds a user only with an address that it has verified", async () => {
  const add = (provider: string, email: string | null, profile: object) =>
    sql`insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), ${email}, ${sql.json({ provider })}, ${sql.json({ ...profile })})`;
  const refused = "The provider has not verified the email address";
  const unverified = { email_verified: false };
  await expect(add("github", "una@example.com", unverified)).rejects.toThrow(refused);
  await expect(add("github", null, unverified)).rejects.toThrow(refused);
  await expect(add("google", "una@example.com", {})).rejects.toThrow(refused);
  await add("email", "una@example.com", unverified);
  await add("github", "vera@example.com", { email_verified: true });
  const users =
    await sql`select email from public.users where email ~ '^(una|vera)@' order by email`;
  expect(users).toEqual([{ email: "una@example.com" }, { email: "vera@example.com" }]);
});

test("users that a provider added before with an unverified address are removed, and no others", async () => {
  const file = path.join(import.meta.dirname, "migrations/0011_verified_providers.sql");
  const [, removal = ""] = readFileSync(file, "utf8").split("--> statement-breakpoint");
  const add = (email: string | null, provider: string, fields = {}) => {
    const user = { id: crypto.randomUUID(), email, raw_app_meta_data: { provider }, ...fields };
    return sql`insert into auth.users ${sql(user)}`;
  };
  await sql`alter table auth.users disable trigger on_auth_user_created`;
  await add("kept@before.example", "github");
  await add(null, "google");
  await add("email@before.example", "email");
  await add("confirmed@before.example", "github", { email_confirmed_at: new Date() });
  await add("used@before.example", "github", { last_sign_in_at: new Date() });
  await sql`alter table auth.users enable trigger on_auth_user_created`;
  await sql.unsafe(removal);
  const left = await sql`
    select email from auth.users where email is null or email like '%@before.example' order by email`;
  expect(left.map(({ email }) => email)).toEqual([
    "confirmed@before.example",
    "email@before.example",
    "used@before.example",
  ]);
});
