/**
 * Follows docs/recipes.md and docs/make-it-yours.md in copies of this checkout, which then have to pass the type check,
 * the linters and the tests that the recipe names.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { brand } from "../../app/content/brand.ts";
import { exec } from "../../ops/lib/exec.ts";
import { makeLocalDir } from "../support/isolation.ts";
import { RECIPES } from "./recipes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** The recipe that runs all unit tests takes longest. */
const TIME_LIMIT_MS = 1_800_000;
/** vitest's variables would affect the run in the copy; React Router would not build for production. */
const env = Object.fromEntries(
  ["VITEST", "VITEST_POOL_ID", "VITEST_WORKER_ID", "NODE_ENV"].map((name) => [name, undefined]),
);

const run = (cwd: string, program: string, args: readonly string[]) =>
  exec(program, args, { cwd, env, timeoutMs: TIME_LIMIT_MS });

/** Copies tracked and untracked files into a repository, and links installed packages, so that caches are separate. */
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
  await expectToPass(copy, "git", "init", "--quiet");
  return copy;
}

async function expectToPass(cwd: string, program: string, ...args: string[]): Promise<void> {
  const { status, stdout, stderr } = await run(cwd, program, args);
  expect(status, `${program} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
}

/** Like `npm run typecheck` and `npm run lint`, without the workspace packages, which recipes do not change. */
async function check(copy: string): Promise<void> {
  // Tests list the tracked files.
  await expectToPass(copy, "git", "add", "--all");
  await expectToPass(copy, "npx", "--no-install", "squawk", "drizzle/**/*.sql");
  await expectToPass(copy, "npx", "wrangler", "types", "--include-runtime=false");
  await expectToPass(copy, "npx", "react-router", "typegen");
  await expectToPass(copy, "npx", "tsc", "--noEmit");
  await expectToPass(copy, "npx", "tsc", "--noEmit", "-p", "tsconfig.node.json");
  await expectToPass(copy, "npm", "run", "lint");
}

const runUnitTests = (copy: string, files: readonly string[]) =>
  expectToPass(copy, "npx", "vitest", "run", "--project=unit", "--project=worker", ...files);

for (const [name, { remove = [], unit, browser }] of Object.entries(RECIPES)) {
  test(`the recipe ${name} leads to a product that passes its tests`, {
    timeout: TIME_LIMIT_MS,
  }, async () => {
    const copy = await copyCheckout();
    for (const each of remove) rmSync(path.join(copy, each), { recursive: true });
    await expectToPass(copy, "git", "apply", path.join(import.meta.dirname, `${name}.patch`));
    await check(copy);
    await runUnitTests(copy, unit);
    if (browser.length === 0) return;
    await expectToPass(copy, "npm", "run", "build");
    await expectToPass(copy, "node", "tests/run-e2e.ts", ...browser);
  });
}

test("a product renamed as docs/make-it-yours.md says passes its tests", {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const copy = await copyCheckout();
  const step = /^1\. .*?^2\. /ms.exec(readFileSync("docs/make-it-yours.md", "utf8"))?.[0] ?? "";
  const named = Array.from(step.matchAll(/`([\w./-]+\.\w+)`/g), ([, file = ""]) => file);
  const edited = named.filter((file) => !file.startsWith("tools/"));
  expect(edited).toContain("wrangler.toml");
  for (const file of edited) {
    const text = readFileSync(path.join(copy, file), "utf8");
    const renamed = text
      .replaceAll(brand.name, "Nail & Hammer")
      .replaceAll(brand.name.toLowerCase(), "nail");
    writeFileSync(path.join(copy, file), renamed);
  }
  await expectToPass(copy, "node", "tools/studio-files.ts");
  await check(copy);
  const search = ["grep", "-il", brand.name, "--", ".", ":!tools/studio-files.test.ts"];
  expect((await run(copy, "git", search)).stdout).toBe("");
  await runUnitTests(copy, ["tools/s", "app/content", "app/mail", "local/mails", "ops/lib"]);
});
