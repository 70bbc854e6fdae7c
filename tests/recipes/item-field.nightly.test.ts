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
/** What vitest tells its own processes would confuse the one that runs in the copy. */
const env = { VITEST: "", VITEST_POOL_ID: "", VITEST_WORKER_ID: "", NODE_ENV: "" };
const run = (program: string, args: readonly string[]) =>
  exec(program, args, { cwd: copy, env, quiet: true, timeoutMs: TIME_LIMIT_MS });

beforeAll(async () => {
  await copyCheckout();
  const { status, stderr } = await run("git", ["apply", PATCH]);
  expect(status, `${REMAKE}\n${stderr}`).toBe(0);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What git knows or would add, and the installed packages by links: caches stay the copy's own. */
async function copyCheckout(): Promise<void> {
  const args = ["-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { status, stdout, stderr } = await run("git", args);
  expect(status, stderr).toBe(0);
  // One that was deleted and not committed is known to git all the same.
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

/** Runs a command in the copy, and fails with all it printed when it does. */
async function expectToPass(program: string, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run(program, args);
  expect(status, `${REMAKE}\n${program} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

test("an item field is a patch with its migration, and its types and tests pass", {
  timeout: TIME_LIMIT_MS,
}, async () => {
  // Half of it could pass all the rest.
  const changed = await expectToPass("git", "apply", "--numstat", PATCH);
  for (const file of [
    "drizzle/schema.ts",
    "app/items/item-form.tsx",
    "app/items/list/item-row.tsx",
  ]) {
    expect(changed, REMAKE).toContain(file);
  }
  await expectToPass("npx", "--no-install", "squawk", "drizzle/migrations/*.sql");
  // As `npm run typecheck` does it, without the packages of local/, which know no item.
  await expectToPass("npx", "wrangler", "types", "--include-runtime=false");
  await expectToPass("npx", "react-router", "typegen");
  await Promise.all([
    expectToPass("npx", "tsc", "--noEmit"),
    expectToPass("npx", "tsc", "--noEmit", "-p", "tsconfig.node.json"),
    expectToPass("npx", "vitest", "run", "app/items", "tests/tenancy", "drizzle/safe-defaults"),
  ]);
});
