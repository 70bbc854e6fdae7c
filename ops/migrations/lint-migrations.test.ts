import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { lintMigrations } from "./lint-migrations.ts";

/** What is said of one migration. */
async function lint(sql: string): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, "0001_change.sql"), sql);
  return (await lintMigrations(folder)).problems;
}

test("the migrations of this project take no long lock", async () => {
  const { files, problems } = await lintMigrations("drizzle/migrations");
  expect(problems).toEqual([]);
  expect(files).toBeGreaterThan(8);
});

describe("a statement that keeps a running site waiting, or breaks it, is found:", () => {
  test.each([
    ['CREATE INDEX "a" ON "items" USING btree ("name");', "require-concurrent-index-creation"],
    ["create unique index a on public.items (name);", "require-concurrent-index-creation"],
    ["DROP INDEX items_name;", "require-concurrent-index-deletion"],
    [
      "ALTER TABLE items ADD COLUMN code uuid DEFAULT gen_random_uuid() NOT NULL;",
      "adding-field-with-default",
    ],
    ['ALTER TABLE "items" ADD COLUMN "number" serial NOT NULL;', "adding-required-field"],
    ["ALTER TABLE items ALTER COLUMN name SET DATA TYPE bigint;", "changing-column-type"],
    ['ALTER TABLE "items" ALTER COLUMN "name" SET NOT NULL;', "adding-not-nullable-field"],
    ["ALTER TABLE items ADD CONSTRAINT p CHECK (price > 0);", "constraint-missing-not-valid"],
    [
      "ALTER TABLE items ADD CONSTRAINT o FOREIGN KEY (o) REFERENCES users (id);",
      "adding-foreign-key-constraint",
    ],
    ["ALTER TABLE items ADD CONSTRAINT one UNIQUE (name);", "disallowed-unique-constraint"],
    ["ALTER TABLE items DROP COLUMN name;", "ban-drop-column"],
    ["ALTER TABLE items RENAME COLUMN name TO title;", "renaming-column"],
    ["DROP TABLE items;", "ban-drop-table"],
  ])("%s", async (sql, rule) => {
    expect((await lint(sql)).join("\n")).toContain(`0001_change.sql:1 ${rule}: `);
  });
});

describe("a statement that takes a moment is not:", () => {
  test.each([
    "ALTER TABLE items ADD COLUMN note text;",
    "ALTER TABLE items ADD COLUMN seen boolean DEFAULT false NOT NULL;",
    "ALTER TABLE items ADD CONSTRAINT positive CHECK (price > 0) NOT VALID;",
    "ALTER TABLE items VALIDATE CONSTRAINT positive;",
    "ALTER TABLE items ADD CONSTRAINT one UNIQUE USING INDEX items_name;",
    "CREATE POLICY own ON items FOR ALL TO authenticated USING (true);",
    "CREATE TABLE notes (id uuid); CREATE INDEX n ON notes (id);",
    "INSERT INTO notes VALUES ('; DROP TABLE items');",
  ])("%s", async (sql) => {
    expect(await lint(sql)).toEqual([]);
  });
});

test("somebody may vouch for a statement, with a reason", async () => {
  const mark = "-- squawk-ignore ban-drop-table\nDROP TABLE plans;";
  expect(await lint(`-- Nothing has read it since the release of May.\n${mark}`)).toEqual([]);
  expect(await lint(mark)).toEqual([
    "0001_change.sql:1 squawk-ignore without a reason: write why in the line above",
  ]);
});

test("what is no SQL is said to be none", async () => {
  expect((await lint("CREATE TABEL items;")).join("\n")).toContain("syntax-error");
});
