/**
 * Follows docs/recipes.md: each patch is applied to a copy of this checkout, which then has to pass the type check,
 * the linters and the tests that the recipe names.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exec } from "../../ops/lib/exec.ts";
import { makeLocalDir } from "../support/isolation.ts";
import { RECIPES } from "./recipes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TIME_LIMIT_MS = 600_000;
/** vitest's variables would affect the run in the copy. */
const env = { VITEST: "", VITEST_POOL_ID: "", VITEST_WORKER_ID: "", NODE_ENV: "" };

const run = (cwd: string, program: string, args: readonly string[]) =>
  exec(program, args, { cwd, env, timeoutMs: TIME_LIMIT_MS });

/** Copies tracked and untracked files, and links installed packages, so that caches are separate. */
async function copyCheckout(): Promise<string> {
  const copy = makeLocalDir("recipe");
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { status, stdout, stderr } = await run(ROOT, "git", args);
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
  return copy;
}

for (const [name, { unit, browser }] of Object.entries(RECIPES)) {
  test(`the recipe ${name} leads to a product that passes its tests`, {
    timeout: TIME_LIMIT_MS,
  }, async () => {
    const copy = await copyCheckout();
    const expectToPass = async (program: string, ...args: readonly string[]) => {
      const { status, stdout, stderr } = await run(copy, program, args);
      expect(status, `${program} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
    };
    await expectToPass("git", "apply", path.join(import.meta.dirname, `${name}.patch`));
    await expectToPass("npx", "--no-install", "squawk", "drizzle/**/*.sql");
    // Like `npm run typecheck`, without the workspace packages, which recipes do not change.
    await expectToPass("npx", "wrangler", "types", "--include-runtime=false");
    await expectToPass("npx", "react-router", "typegen");
    await expectToPass("npx", "tsc", "--noEmit");
    await expectToPass("npx", "tsc", "--noEmit", "-p", "tsconfig.node.json");
    await expectToPass("npm", "run", "lint");
    await expectToPass("npx", "vitest", "run", "--project=unit", "--project=worker", ...unit);
    if (browser.length === 0) return;
    await expectToPass("npm", "run", "build");
    await expectToPass("node", "tests/run-e2e.ts", ...browser);
  });
}
