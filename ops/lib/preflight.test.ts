import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPreflightProblems } from "./preflight.ts";
import { readTarget, type Target } from "./target.ts";

const OPTIONS = { anyCommit: false };
const DATABASE_URL = "postgres://postgres:secret@db.abcdef.supabase.co:5432/postgres";
const root = mkdtempSync(path.join(os.tmpdir(), "preflight-"));
/** A clone whose HEAD is on its origin's main. */
const folder = path.join(root, "clone");

function git(...args: string[]): void {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "pipe" });
}

beforeAll(() => {
  const origin = path.join(root, "origin.git");
  mkdirSync(folder);
  git("init", "--quiet", "--bare", "--initial-branch=main", origin);
  git("clone", "--quiet", origin, ".");
  for (const file of ["supabase/config.toml", "app/content"]) {
    cpSync(file, path.join(folder, file), { recursive: true });
  }
  const remote = '\n[remotes.staging]\nproject_id = "customdomainproject"\n';
  appendFileSync(path.join(folder, "supabase/config.toml"), remote);
  git("add", "--all");
  git("commit", "--quiet", "--message", "The product");
  git("push", "--quiet", "origin", "HEAD:main");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function makeTarget(change: Partial<Target> = {}, vars: Record<string, string> = {}): Target {
  return readTarget(change.environment ?? "staging", {
    folder,
    config: {
      name: `site-${change.environment ?? "staging"}`,
      vars: {
        SUPABASE_URL: "https://abcdef.supabase.co",
        SITE_URL: "https://www.example.com",
        ...vars,
      },
      hyperdrive: [{ binding: "HYPERDRIVE", id: "6f1d3a" }],
      routes: [],
    },
    env: { DATABASE_URL, CLOUDFLARE_API_TOKEN: "token", CLOUDFLARE_ACCOUNT_ID: "account" },
    ...change,
  });
}

const withEnv = (env: Target["env"]) => makeTarget({ env: { ...makeTarget().env, ...env } });

test("a complete setup has no problems", async () => {
  expect(await findPreflightProblems(makeTarget(), OPTIONS)).toEqual([]);
  const pooled = "postgres://postgres.abcdef:secret@pooler.supabase.com:5432/postgres";
  expect(await findPreflightProblems(withEnv({ DATABASE_URL: pooled }), OPTIONS)).toEqual([]);
});

test("behind a custom domain, the project id comes from supabase/config.toml", async () => {
  const target = makeTarget({}, { SUPABASE_URL: "https://auth.example.com" });
  expect(await findPreflightProblems(target, OPTIONS)).toEqual([
    "DATABASE_URL does not belong to this environment's Supabase project customdomainproject",
  ]);
});

describe("a deploy is rejected with one line", () => {
  test.each<[string, Target, string]>([
    ["outside a checkout", makeTarget({ folder: os.tmpdir() }), "Not a git checkout"],
    ["without a database", withEnv({ DATABASE_URL: undefined }), "DATABASE_URL is not set"],
    ["without a Postgres address", withEnv({ DATABASE_URL: "file" }), "not a Postgres URL"],
    [
      "with the transaction pooler",
      withEnv({ DATABASE_URL: "postgres://u:p@db.abcdef.supabase.co:6543/postgres" }),
      "transaction pooler",
    ],
    [
      "with another environment's database",
      withEnv({ DATABASE_URL: "postgres://u:hunter2@db.other.supabase.co/postgres" }),
      "does not belong to this environment's Supabase project abcdef",
    ],
    [
      "with placeholders",
      makeTarget({}, { SITE_URL: "https://replace-me.example" }),
      "[env.staging] of wrangler.toml has placeholders: SITE_URL",
    ],
    [
      "with a token but no account",
      withEnv({ CLOUDFLARE_ACCOUNT_ID: undefined }),
      "CLOUDFLARE_ACCOUNT_ID is not set",
    ],
    [
      "to production with placeholder facts",
      makeTarget({ environment: "production" }),
      "app/content/studio.ts has",
    ],
  ])("%s", async (_, target, line) => {
    const problems = await findPreflightProblems(target, OPTIONS);
    expect(problems).toEqual([expect.stringContaining(line)]);
    expect(problems.join()).not.toContain("hunter2");
  });

  test("with uncommitted changes, and with a commit that is not on main unless --any-commit is set", async () => {
    writeFileSync(path.join(folder, "a"), "");
    writeFileSync(path.join(folder, "b"), "");
    expect(await findPreflightProblems(makeTarget(), OPTIONS)).toEqual(["Not committed: a, b"]);
    git("add", "--all");
    git("commit", "--quiet", "--message", "Not pushed");
    const [line] = await findPreflightProblems(makeTarget(), OPTIONS);
    expect(line).toContain("--any-commit");
    expect(await findPreflightProblems(makeTarget(), { ...OPTIONS, anyCommit: true })).toEqual([]);
    git("remote", "set-url", "origin", path.join(root, "nowhere.git"));
    expect(await findPreflightProblems(makeTarget(), OPTIONS)).toEqual([
      "git cannot fetch origin's main",
    ]);
  });
});
