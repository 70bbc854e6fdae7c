import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { generateDrizzleJson } from "drizzle-kit/api";
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
