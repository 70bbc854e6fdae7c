import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { generateDrizzleJson } from "drizzle-kit/api";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from "./schema.ts";

const META = path.join(import.meta.dirname, "migrations/meta");

test("every change of drizzle/schema.ts has its migration", () => {
  const snapshots = readdirSync(META).filter((file) => file.endsWith("_snapshot.json"));
  const newest = snapshots.toSorted().at(-1) ?? "";
  const migrated = JSON.parse(readFileSync(path.join(META, newest), "utf8"));
  const current = generateDrizzleJson(schema);
  expect(
    { ...JSON.parse(JSON.stringify(current)), id: migrated.id, prevId: migrated.prevId },
    "drizzle/schema.ts has changed; make a migration: npm run db:generate",
  ).toEqual(migrated);
});

test("a foreign key whose name says that the user is gone cascades", () => {
  const tables = Object.values<unknown>(schema).filter((value): value is PgTable =>
    is(value, PgTable),
  );
  const keys = tables.flatMap((table) => getTableConfig(table).foreignKeys);
  const ofUsers = keys.filter((key) => key.getName().endsWith("_users_id_fk"));
  expect(ofUsers).not.toHaveLength(0);
  for (const key of ofUsers) expect(key.onDelete, key.getName()).toBe("cascade");
});
