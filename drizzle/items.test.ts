import { expect, test } from "vitest";
import { hasVisibleText } from "~/forms/text";
import { formatItemCount, MAX_ITEMS } from "~/items/item";
import { insertUser, openMigratedDatabase } from "../tests/support/database/migrated-database.ts";

const { sql } = await openMigratedDatabase();

const add = (owner: string, count: number) => sql`
  insert into public.items (owner, name)
  select ${owner}, 'Item ' || n from generate_series(1, ${count}) n`;

async function countOf(owner: string): Promise<unknown> {
  const [user] = await sql`select item_count from public.users where id = ${owner}`;
  return user?.item_count;
}

test("counts an owner's items on insert and delete", async () => {
  const owner = await insertUser(sql);
  const other = await insertUser(sql);
  await add(owner, 5);
  await add(other, 2);
  await sql`delete from public.items where owner = ${owner} and name in ('Item 1', 'Item 2')`;
  expect(await countOf(owner)).toBe(3);
  expect(await countOf(other)).toBe(2);
  await sql`delete from auth.users where id = ${owner}`;
  expect(await countOf(owner)).toBeUndefined();
});

test("a statement that exceeds the limit adds no item, with the site's message", async () => {
  const owner = await insertUser(sql);
  await expect(add(owner, MAX_ITEMS + 1)).rejects.toMatchObject({
    constraint_name: "items_owner_limit",
    message: `You’ve reached the limit of ${formatItemCount(MAX_ITEMS)}. Delete items you no longer need, then try again.`,
  });
  expect(await countOf(owner)).toBe(0);
});

test("of two concurrent inserts of the last item, one fails", async () => {
  const owner = await insertUser(sql);
  await add(owner, MAX_ITEMS - 1);
  const results = await Promise.allSettled([add(owner, 1), add(owner, 1)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await countOf(owner)).toBe(MAX_ITEMS);
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
  // The placeholder of a picture, which forms don't take as text.
  expect(different).toEqual([0xff_fc]);
});

test("the REST API rejects a blank name too", async () => {
  const owner = await insertUser(sql);
  const addNamed = (name: string) =>
    sql`insert into public.items (owner, name) values (${owner}, ${name})`;
  await expect(addNamed("\u200B\u3164 ")).rejects.toMatchObject({
    constraint_name: "items_name_visible",
  });
  await addNamed("\u200BLinen");
});
