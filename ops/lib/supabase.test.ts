import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findHyperdriveOrigin, readProjectRef } from "./supabase.ts";
import { readTarget } from "./target.ts";

const configWith = (supabaseUrl: string) => ({
  name: "site-production",
  vars: { SITE_URL: "https://www.example.com/", SUPABASE_URL: supabaseUrl },
  hyperdrive: [],
  routes: [],
});

test("behind a custom domain, the project is the one in supabase/config.toml", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "remotes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "supabase"));
  const write = (text: string) => writeFileSync(path.join(folder, "supabase/config.toml"), text);
  const read = (url: string) =>
    readProjectRef(readTarget("production", { config: configWith(url), folder }));
  write('[remotes.production]\nproject_id = "xyz"\n');
  expect(read("https://abc.supabase.co")).toBe("abc");
  expect(read("https://auth.example.com")).toBe("xyz");
  write("");
  expect(read("https://auth.example.com")).toBeUndefined();
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
