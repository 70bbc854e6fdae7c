import { expect, test } from "vitest";
import { findHyperdriveOrigin } from "./database-url.ts";
import { readTarget } from "./target.ts";

const configWith = (supabaseUrl: string) => ({
  name: "site-production",
  vars: { SITE_URL: "https://www.example.com/", SUPABASE_URL: supabaseUrl },
  hyperdrive: [],
  routes: [],
});

test("Hyperdrive connects to the project's host, also when migrations use a pooler", () => {
  const origin = (DATABASE_URL: string, supabaseUrl = "https://abc.supabase.co") =>
    findHyperdriveOrigin(
      readTarget("production", { config: configWith(supabaseUrl), env: { DATABASE_URL } }),
    ).href;
  const direct = "postgres://postgres:p@db.abc.supabase.co:5432/postgres";
  const pooler = "postgres://postgres.abc:p@aws-0-eu.pooler.supabase.com:5432/postgres";
  expect(origin(direct)).toBe(direct);
  expect(origin(pooler)).toBe("postgres://db.abc.supabase.co:5432/postgres");
  expect(() => origin(pooler, "https://auth.example.com")).toThrow("direct connection string");
});
