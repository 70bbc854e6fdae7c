import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createSupabaseDatabase,
  type SupabaseDatabase,
} from "../tests/support/cloudflare/supabase-database.ts";
import { superuserDatabaseUrl } from "../tests/support/running-cloud.ts";
import { connectPostgres } from "./connect.ts";
import { applyMigrations } from "./migrate.ts";

let database: SupabaseDatabase;
let sql: postgres.Sql;
beforeAll(async () => {
  database = await createSupabaseDatabase(superuserDatabaseUrl, "migrations");
  await applyMigrations(database.url);
  sql = connectPostgres(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function createOwner(): Promise<string> {
  const id = crypto.randomUUID();
  await sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
  return id;
}

const add = (owner: string, count: number) => sql`
  insert into public.items (owner, name)
  select ${owner}, 'Item ' || n from generate_series(1, ${count}) n`;

async function countOf(owner: string): Promise<unknown> {
  const [user] = await sql`select item_count from public.users where id = ${owner}`;
  return user?.item_count;
}

test("counts an owner's items on insert and delete", async () => {
  const owner = await createOwner();
  const other = await createOwner();
  await add(owner, 5);
  await add(other, 2);
  await sql`delete from public.items where owner = ${owner} and name in ('Item 1', 'Item 2')`;
  expect(await countOf(owner)).toBe(3);
  expect(await countOf(other)).toBe(2);
  await sql`delete from auth.users where id = ${owner}`;
  expect(await countOf(owner)).toBeUndefined();
});

test("a statement that exceeds 10,000 items adds none", async () => {
  const owner = await createOwner();
  await expect(add(owner, 10_001)).rejects.toMatchObject({ constraint_name: "items_owner_limit" });
  expect(await countOf(owner)).toBe(0);
  await add(owner, 10_000);
  await expect(add(owner, 1)).rejects.toThrow("at most 10,000 items");
});

test("of two concurrent inserts of the last item, one fails", async () => {
  const owner = await createOwner();
  await add(owner, 9_999);
  const results = await Promise.allSettled([add(owner, 1), add(owner, 1)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await countOf(owner)).toBe(10_000);
});

test("a search of an owner's items uses the index", async () => {
  const owner = await createOwner();
  await add(owner, 9_000);
  await sql`analyze public.items`;
  const plan = await sql`
    explain (format json)
    select id from public.items where owner = ${owner} and name ilike '%tem 8123%'`;
  expect(JSON.stringify(plan)).toContain("items_owner_name");
});
