import { describe, expect, test } from "vitest";
import { findLongLocks } from "./find-locks.ts";

describe("a statement that keeps a running site waiting is found:", () => {
  test.each([
    ['CREATE INDEX "a" ON "items" USING btree ("name");', "CONCURRENTLY"],
    ["create unique index a on public.items (name)", "CONCURRENTLY"],
    ["ALTER TABLE items ADD COLUMN code uuid DEFAULT gen_random_uuid() NOT NULL;", "rewrites"],
    ['ALTER TABLE "items" ADD COLUMN "number" serial NOT NULL;', "rewrites"],
    ["ALTER TABLE items ALTER COLUMN name SET DATA TYPE varchar(100);", "rewrites"],
    ["ALTER TABLE items ALTER name TYPE text USING name::text", "rewrites"],
    ['ALTER TABLE "items" ALTER COLUMN "name" SET NOT NULL;', "NOT VALID"],
    ["ALTER TABLE items ADD CONSTRAINT positive CHECK (price > 0)", "NOT VALID"],
    ["ALTER TABLE items ADD CONSTRAINT o FOREIGN KEY (o) REFERENCES users (id)", "NOT VALID"],
    ["ALTER TABLE items ADD CONSTRAINT one UNIQUE (name)", "USING INDEX"],
    ["ALTER TABLE items DROP COLUMN name", "one release after"],
    ["ALTER TABLE items RENAME COLUMN name TO title", "one release after"],
    ["DROP TABLE items", "one release after"],
    ["VACUUM FULL items", "full lock"],
    ["-- why\nALTER TABLE items ALTER COLUMN name SET NOT NULL", "NOT VALID"],
  ])("%s", (sql, advice) => {
    const found = findLongLocks(sql);
    expect(found).toHaveLength(1);
    expect(found[0]?.reason).toContain(advice);
  });
});

describe("a statement that takes a moment is not:", () => {
  test.each([
    ["CREATE INDEX CONCURRENTLY a ON items (name)"],
    ["ALTER TABLE items ADD COLUMN note text"],
    ["ALTER TABLE items ADD COLUMN seen boolean DEFAULT false NOT NULL"],
    ["ALTER TABLE items ADD COLUMN at timestamptz DEFAULT now() NOT NULL"],
    ["ALTER TABLE items ADD CONSTRAINT positive CHECK (price > 0) NOT VALID"],
    ["ALTER TABLE items VALIDATE CONSTRAINT positive"],
    ["ALTER TABLE items ADD CONSTRAINT one UNIQUE USING INDEX items_name"],
    ["CREATE POLICY own ON items FOR ALL TO authenticated USING (true)"],
    ["DROP INDEX items_name"],
    ["CREATE TABLE notes (id uuid); CREATE INDEX n ON notes (id)"],
    ['CREATE TABLE "public"."notes" (id uuid); ALTER TABLE notes ADD UNIQUE (id)'],
  ])("%s", (sql) => {
    expect(findLongLocks(sql)).toEqual([]);
  });
});

test("what stands in strings, comments and function bodies is not a statement", () => {
  const sql = `-- DROP TABLE items;
    INSERT INTO notes VALUES ('; DROP TABLE items');
    CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $body$ BEGIN DROP TABLE items; END $body$;`;
  expect(findLongLocks(sql)).toEqual([]);
});

test("an operator may vouch for one statement, with a reason", () => {
  const sql = `-- lock-ok: the table has 200 rows
    CREATE INDEX a ON plans (name);
    CREATE INDEX b ON items (name);`;
  expect(findLongLocks(sql).map(({ statement }) => statement)).toEqual([
    "CREATE INDEX b ON items (name)",
  ]);
  expect(findLongLocks("-- lock-ok:\nCREATE INDEX a ON plans (name)")).toHaveLength(1);
});
