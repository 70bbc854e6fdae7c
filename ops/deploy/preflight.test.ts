import { describe, expect, test } from "vitest";
import type { Command } from "../cloud/command.ts";
import { findRefusals, type PreflightInput } from "./preflight.ts";

/** git and wrangler as told: what is uncommitted, whether HEAD is on main, whether somebody is logged in. */
function fakeRun({
  changes = "",
  gitStatus = 0,
  isLoggedIn = true,
  isOnMain = true,
  canFetch = true,
}) {
  return async ({ program, args }: Command) => {
    const answer = (isGood: boolean, stdout = "") => ({
      status: isGood ? 0 : 1,
      stdout,
      stderr: "",
    });
    if (program !== "git") return answer(isLoggedIn);
    if (args[0] === "fetch") return answer(canFetch);
    if (args[0] === "merge-base") return answer(isOnMain);
    return answer(gitStatus === 0, changes);
  };
}

const GOOD: PreflightInput = {
  folder: process.cwd(),
  environment: "staging",
  config: {
    vars: { SUPABASE_URL: "https://abcdef.supabase.co", SITE_URL: "https://www.example.com" },
    hyperdrive: [{ binding: "HYPERDRIVE", id: "6f1d3a" }],
    routes: [],
  },
  variables: { DATABASE_URL: "postgres://postgres:secret@db.abcdef.supabase.co:5432/postgres" },
  anyCommit: false,
  shares: [100],
  run: fakeRun({}),
};

test("a complete set-up is not refused", async () => {
  expect(await findRefusals(GOOD)).toEqual([]);
  const pooled = "postgres://postgres.abcdef:secret@pooler.supabase.com:5432/postgres";
  expect(await findRefusals({ ...GOOD, variables: { DATABASE_URL: pooled } })).toEqual([]);
});

test("behind a domain of one's own, the project is the one of supabase/config.toml", async () => {
  const vars = { ...GOOD.config.vars, SUPABASE_URL: "https://auth.example.com" };
  expect(await findRefusals({ ...GOOD, config: { ...GOOD.config, vars } })).toEqual([
    "DATABASE_URL is not of the Supabase project replacemestagingxxxx that this environment has",
  ]);
});

describe("a deploy is refused, with one line,", () => {
  test.each<[string, Partial<PreflightInput>, string]>([
    ["with uncommitted changes", { run: fakeRun({ changes: " M a\n?? b\n" }) }, "2 uncommitted"],
    ["with a commit that is not on main", { run: fakeRun({ isOnMain: false }) }, "--any-commit"],
    ["where main cannot be fetched", { run: fakeRun({ canFetch: false }) }, "cannot fetch"],
    ["gradually without a token", { shares: [10, 100] }, "CLOUDFLARE_API_TOKEN is not set"],
    ["outside a checkout", { run: fakeRun({ gitStatus: 128 }) }, "no git checkout"],
    ["without a login", { run: fakeRun({ isLoggedIn: false }) }, "Not logged in to Cloudflare"],
    ["without a database", { variables: {} }, "DATABASE_URL is not set"],
    ["without a Postgres address", { variables: { DATABASE_URL: "file" } }, "no Postgres address"],
    [
      "with the transaction pooler",
      { variables: { DATABASE_URL: "postgres://u:p@db.abcdef.supabase.co:6543/postgres" } },
      "transaction pooler",
    ],
    [
      "with another environment's database",
      { variables: { DATABASE_URL: "postgres://u:p@db.other.supabase.co/postgres" } },
      "not of the Supabase project abcdef",
    ],
    [
      "with placeholders",
      { config: { ...GOOD.config, vars: { SITE_URL: "https://replace-me.example" } } },
      "[env.staging] of wrangler.toml has placeholders: vars.SITE_URL",
    ],
    [
      "with a token but no account",
      { variables: { ...GOOD.variables, CLOUDFLARE_API_TOKEN: "token" } },
      "CLOUDFLARE_ACCOUNT_ID is not set",
    ],
  ])("%s", async (_, change, line) => {
    const refusals = await findRefusals({ ...GOOD, ...change });
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toContain(line);
  });

  test("to production with facts that are invented", async () => {
    const refusals = await findRefusals({ ...GOOD, environment: "production" });
    expect(refusals).toEqual([
      expect.stringMatching(
        /^app\/content\/studio\.ts has \d+ invented facts left: the studio's name, in brand\.ts; /,
      ),
    ]);
  });

  test("unless it is told to take any commit", async () => {
    const run = fakeRun({ isOnMain: false, canFetch: false });
    expect(await findRefusals({ ...GOOD, run, anyCommit: true })).toEqual([]);
  });

  test("and the line never shows a password", async () => {
    const variables = { DATABASE_URL: "postgres://u:hunter2@db.other.supabase.co/postgres" };
    expect((await findRefusals({ ...GOOD, variables })).join()).not.toContain("hunter2");
  });
});
