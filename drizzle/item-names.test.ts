import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasVisibleText } from "~/items/item";
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

test("the table and the form accept the same characters as a name", async () => {
  const [rule] = await sql`
    select pg_get_expr(conbin, conrelid) as condition, convalidated from pg_constraint
    where conname = 'items_name_visible'`;
  expect(rule?.convalidated).toBe(true);
  const rejected = await sql`
    select code from (
      select code, chr(code) as name from generate_series(1, 1114111) code
      where code not between 55296 and 57343
    ) items
    where not ${sql.unsafe(String(rule?.condition))}`;
  const codes = new Set(rejected.map(({ code }) => Number(code)));
  const different: number[] = [];
  for (let code = 1; code <= 0x10_ff_ff; code += 1) {
    const isSurrogate = code >= 0xd8_00 && code <= 0xdf_ff;
    if (!isSurrogate && hasVisibleText(String.fromCodePoint(code)) === codes.has(code)) {
      different.push(code);
    }
  }
  expect(different).toEqual([]);
});

test("the REST API rejects a blank name too", async () => {
  const owner = crypto.randomUUID();
  await sql`insert into auth.users (id, email) values (${owner}, ${`${owner}@example.com`})`;
  const add = (name: string) =>
    sql`insert into public.items (owner, name) values (${owner}, ${name})`;
  await expect(add("\u200B\u3164 ")).rejects.toMatchObject({
    constraint_name: "items_name_visible",
  });
  await add("\u200BLinen");
});
