import type { TestProject } from "vitest/node";

/** For the tests of this package alone: they run on the Postgres that DATABASE_URL names, as its superuser. */
export default function provideDatabase(project: TestProject): void {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("Set DATABASE_URL to a Postgres on which the tests may make databases");
  project.provide("superuserDatabaseUrl", url);
}
