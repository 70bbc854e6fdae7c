/** The database functions about links in emails, passwords and sign-ins. */
import { expect, test } from "vitest";
import { insertUser, openMigratedDatabase } from "../tests/support/database/migrated-database.ts";

const { sql } = await openMigratedDatabase();

test.each([
  ["confirmation_token", "hash-1"],
  ["recovery_token", "pkce_hash-1"],
  ["email_change_token_current", "hash-1"],
  ["email_change_token_new", "hash-1"],
])("a link names the account whose %s it has, and no other", async (column, token) => {
  const email = `${column}@example.com`;
  await insertUser(sql, { email: `other-${email}` });
  const id = await insertUser(sql, { email, email_change: "new@example.com", [column]: token });
  const owner = { id, email, new_email: "new@example.com" };
  expect(await sql`select * from find_link_owner('hash-1')`).toEqual([owner]);
  for (const unknown of ["hash-2", "", " "]) {
    expect(await sql`select * from find_link_owner(${unknown})`).toEqual([]);
  }
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
