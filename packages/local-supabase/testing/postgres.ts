import type { TestProject } from "vitest/node";

/** Global setup for running this package's tests on their own, on the Postgres of DATABASE_URL. */
export default function provideDatabase(project: TestProject): void {
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Error(
      "Set DATABASE_URL to a Postgres superuser connection; the tests create databases",
    );
  project.provide("superuserDatabaseUrl", url);
}
