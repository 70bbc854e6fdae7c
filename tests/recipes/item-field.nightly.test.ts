/**
 * The recipe for an item field, followed from end to end: its patch is applied to a copy of this checkout, which
 * then has to pass what docs/recipes.md says to run.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exec } from "../../ops/lib/exec.ts";
import { makeLocalDir } from "../support/isolation.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PATCH = path.join(import.meta.dirname, "item-field.patch");
const REMAKE = "the recipe no longer applies: remake it as docs/recipes.md says";
const TIME_LIMIT_MS = 300_000;

const copy = makeLocalDir("recipe");
/** vitest's variables would affect the run in the copy. */
const env = { VITEST: "", VITEST_POOL_ID: "", VITEST_WORKER_ID: "", NODE_ENV: "" };
const run = (program: string, args: readonly string[]) =>
  exec(program, args, { cwd: copy, env, timeoutMs: TIME_LIMIT_MS });

beforeAll(async () => {
  await copyCheckout();
  const { status, stderr } = await run("git", ["apply", PATCH]);
  expect(status, `${REMAKE}\n${stderr}`).toBe(0);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Copies tracked and untracked files, and links installed packages, so that caches are separate. */
async function copyCheckout(): Promise<void> {
  const args = ["-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { status, stdout, stderr } = await run("git", args);
  expect(status, stderr).toBe(0);
  // git also lists files deleted without a commit.
  for (const file of stdout.split("\0")) {
    const from = path.join(ROOT, file);
    if (file !== "" && existsSync(from)) cpSync(from, path.join(copy, file));
  }
  const packages = path.join(copy, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(path.join(ROOT, "node_modules"))) {
    const isCache = name.startsWith(".") && name !== ".bin";
    if (!isCache) symlinkSync(path.join(ROOT, "node_modules", name), path.join(packages, name));
  }
}

/** Runs a command in the copy; a failure throws its output. */
async function expectToPass(program: string, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run(program, args);
  expect(status, `${REMAKE}\n${program} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

test("the item field patch migrates, type-checks and passes its tests", {
  timeout: TIME_LIMIT_MS,
}, async () => {
  // A partial patch could pass all other checks.
  const changed = await expectToPass("git", "apply", "--numstat", PATCH);
  for (const file of [
    "drizzle/schema.ts",
    "app/items/item-form.tsx",
    "app/items/list/item-row.tsx",
  ]) {
    expect(changed, REMAKE).toContain(file);
  }
  await expectToPass("npx", "--no-install", "squawk", "drizzle/migrations/*.sql");
  // Like `npm run typecheck`, without the workspace packages, which do not use items.
  await expectToPass("npx", "wrangler", "types", "--include-runtime=false");
  await expectToPass("npx", "react-router", "typegen");
  await Promise.all([
    expectToPass("npx", "tsc", "--noEmit"),
    expectToPass("npx", "tsc", "--noEmit", "-p", "tsconfig.node.json"),
    expectToPass("npx", "vitest", "run", "app/items", "tests/tenancy", "drizzle/safe-defaults"),
  ]);
});
