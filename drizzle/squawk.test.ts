/** `npx squawk` on migrations, with this project's .squawk.toml. */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";

const SQUAWK = "node_modules/squawk-cli/js/bin/squawk";
const reportSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ file: v.string(), rule_name: v.string() })),
);

/** Violated rules of each migration, in order. */
function lint(migrations: readonly string[]): string[][] {
  const folder = mkdtempSync(path.join(os.tmpdir(), "migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [at, sql] of migrations.entries()) writeFileSync(path.join(folder, `${at}.sql`), sql);
  const args = [SQUAWK, "--config", ".squawk.toml", "--reporter", "json", `${folder}/*.sql`];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const report = v.parse(reportSchema, stdout);
  return migrations.map((_, at) =>
    report
      .filter(({ file }) => path.basename(file) === `${at}.sql`)
      .map(({ rule_name: rule }) => rule),
  );
}

test("this project's migrations take no long locks", () => {
  const args = [SQUAWK, "drizzle/**/*.sql"];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status, stdout).toBe(0);
});

test("each squawk-ignore comment has a reason above", () => {
  for (const name of globSync("drizzle/**/*.sql")) {
    const lines = readFileSync(name, "utf8").split("\n");
    for (const [at, line] of lines.entries()) {
      if (!/^\s*--\s*squawk-ignore/.test(line)) continue;
      const reason = /^\s*--\s*(?!squawk-ignore|>)\S/;
      expect(lines[at - 1], `${name}:${at + 1} lacks a reason in the line above`).toMatch(reason);
    }
  }
});

/** A subquery's WHERE is not the statement's. */
function dropParentheses(sql: string): string {
  const text = sql.replace(/\([^()]*\)/g, "");
  return text === sql ? text : dropParentheses(text);
}

/**
 * What squawk lets pass: statements that change or lock a whole table, or take away what running code uses,
 * outside function bodies, without `-- Unsafe:` and a reason in the line above.
 */
function findUnexplained(sql: string): string[] {
  const text = dropParentheses(sql.replace(/(\$\w*\$).*?\1/gs, ""));
  const unsafe =
    /(?<=^(.*)\n|^)[ \t]*((?:truncate|lock|cluster|vacuum\s+full|drop\s+function|revoke)\b|alter\s+table\b[^;]*\bdisable\s+trigger\b|insert\s+into\b[^;]*\bselect\b|(?:update|delete\s+from)\b(?![^;]*\bwhere\b))[^;]*;/gim;
  return Array.from(text.matchAll(unsafe)).flatMap(([statement, above]) =>
    /^\s*-- Unsafe: \S/.test(above ?? "") ? [] : [statement.trim()],
  );
}

test("a statement that changes or locks a whole table, or takes away what code uses, needs a reason", () => {
  for (const name of globSync("drizzle/**/*.sql")) {
    expect(findUnexplained(readFileSync(name, "utf8")), name).toEqual([]);
  }
  const unsafe = [
    "UPDATE items SET name = 'x';",
    "delete from public.items;",
    "TRUNCATE items;",
    "LOCK TABLE items IN ACCESS EXCLUSIVE MODE;",
    "VACUUM FULL items;",
    "CLUSTER items USING items_pkey;",
    "DROP FUNCTION add_two_step_claim;",
    "REVOKE SELECT ON items FROM app_worker;",
    "ALTER TABLE items DISABLE TRIGGER ALL;",
    "INSERT INTO notes SELECT id, name FROM items;",
  ];
  expect(findUnexplained(unsafe.join("\n"))).toEqual(unsafe);
  const nested = "UPDATE items SET name = (SELECT name FROM notes WHERE id = 1);";
  expect(findUnexplained(nested)).toHaveLength(1);
  const safe = [
    "UPDATE items SET name = 'x' WHERE id = 1;",
    "DELETE FROM items\n  USING users WHERE owner = users.id;",
    "-- Unsafe: an empty table\nTRUNCATE items;",
    "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$\nDELETE FROM items;\n$$;",
  ];
  expect(findUnexplained(safe.join("\n"))).toEqual([]);
});

test("finds statements that block or break a running site", () => {
  const statements: readonly (readonly [sql: string, rule: string])[] = [
    ['CREATE INDEX "a" ON "items" USING btree ("name");', "require-concurrent-index-creation"],
    ["DROP INDEX items_name;", "require-concurrent-index-deletion"],
    ['ALTER TABLE "items" ADD COLUMN "number" serial NOT NULL;', "adding-required-field"],
    ["ALTER TABLE items ALTER COLUMN name SET DATA TYPE bigint;", "changing-column-type"],
    ['ALTER TABLE "items" ALTER COLUMN "name" SET NOT NULL;', "adding-not-nullable-field"],
    ["ALTER TABLE items ADD CONSTRAINT p CHECK (price > 0);", "constraint-missing-not-valid"],
    ["ALTER TABLE items DROP COLUMN name;", "ban-drop-column"],
    ["ALTER TABLE items RENAME COLUMN name TO title;", "renaming-column"],
    ["CREATE TABEL items;", "syntax-error"],
  ];
  const found = lint(statements.map(([sql]) => sql));
  for (const [at, [sql, rule]] of statements.entries()) expect(found[at], sql).toContain(rule);
});
