import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findHyperdriveOrigin, findRemoteProblems } from "./supabase.ts";
import { readTarget } from "./target.ts";

const configWith = (supabaseUrl: string) => ({
  name: "site-production",
  vars: { SITE_URL: "https://www.example.com/", SUPABASE_URL: supabaseUrl },
  hyperdrive: [],
  routes: [],
});

/** Checks a project with this supabase/config.toml. */
function check(toml: string): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), "remotes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "supabase"));
  writeFileSync(path.join(folder, "supabase/config.toml"), toml);
  const config = configWith("https://abc.supabase.co");
  return findRemoteProblems(readTarget("production", { config, folder }));
}

const remote = (project: string, site: string, redirects = "") => `
[remotes.production]
project_id = "${project}"
[remotes.production.auth]
site_url = "${site}"
additional_redirect_urls = [${redirects}]`;

test("matching files have no problems", () => {
  expect(check(remote("abc", "https://www.example.com"))).toEqual([]);
});

test("reports another project, another site, and a wildcard", () => {
  expect(check(remote("xyz", "https://old.example.com", '"https://old.example.com/**"'))).toEqual([
    "project_id is xyz, but SUPABASE_URL has abc",
    "site_url is https://old.example.com, but SITE_URL is https://www.example.com",
    "additional_redirect_urls has a wildcard: list the URLs, or leave it empty",
  ]);
});

test("reports a missing section", () => {
  expect(check("[remotes]\n")).toEqual([
    "supabase/config.toml has no complete [remotes.production]",
  ]);
});

/** The CLI (1d1e71912, pkg/config) rejects the file with any other id, even for `supabase start`. */
const PROJECT_ID = /^project_id = "[a-z]{20}"$/gm;

test("the placeholder project ids are valid for the CLI", () => {
  const [, remotes = ""] = readFileSync("supabase/config.toml", "utf8").split("[remotes.staging]");
  expect(remotes.match(PROJECT_ID)).toHaveLength(2);
  expect(new Set(remotes.match(PROJECT_ID)).size).toBe(2);
});

test.each(["staging", "production"] as const)(
  "this project's files match for %s",
  (environment) => {
    expect(findRemoteProblems(readTarget(environment))).toEqual([]);
  },
);

test("Hyperdrive connects to the project's host, also when migrations use a pooler", () => {
  const origin = (DATABASE_URL: string, supabaseUrl = "https://abc.supabase.co") =>
    findHyperdriveOrigin(
      readTarget("production", { config: configWith(supabaseUrl), env: { DATABASE_URL } }),
    );
  const direct = "postgres://postgres:p@db.abc.supabase.co:5432/postgres";
  const pooler = "postgres://postgres.abc:p@aws-0-eu.pooler.supabase.com:5432/postgres";
  expect(origin(direct)).toBe(direct);
  expect(origin(pooler)).toBe("postgres://db.abc.supabase.co:5432/postgres");
  expect(origin(pooler, "https://auth.example.com")).toBeUndefined();
});
