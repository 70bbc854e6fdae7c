/** Copies of this checkout, and their checks. */
import { appendFileSync, globSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { exec } from "../../ops/lib/exec.ts";
import { RECIPES } from "./recipes.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");
/** Ends what hangs. */
export const TIME_LIMIT_MS = 1_800_000;
/** vitest's variables would affect the run in the copy; React Router would not build for production. */
const env = Object.fromEntries(
  ["VITEST", "VITEST_POOL_ID", "VITEST_WORKER_ID", "NODE_ENV"].map((name) => [name, undefined]),
);

export const run = (cwd: string, program: string, args: readonly string[]) =>
  exec(program, args, { cwd, env, signal: AbortSignal.timeout(TIME_LIMIT_MS) });

/** Links the installed packages, without caches. */
export function linkPackages(copy: string): void {
  const packages = path.join(copy, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(path.join(ROOT, "node_modules"))) {
    const isCache = name.startsWith(".") && name !== ".bin";
    if (!isCache) symlinkSync(path.join(ROOT, "node_modules", name), path.join(packages, name));
  }
}

export async function expectToPass(cwd: string, program: string, ...args: string[]): Promise<void> {
  const { status, stdout, stderr } = await run(cwd, program, args);
  expect(status, `${program} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
}

/** Like `npm run typecheck` and `npm run lint`. */
export async function check(copy: string): Promise<void> {
  // Tests list the tracked files.
  await expectToPass(copy, "git", "add", "--all");
  await expectToPass(copy, "npx", "--no-install", "squawk", "drizzle/**/*.sql");
  await expectToPass(copy, "npx", "wrangler", "types", "--include-runtime=false");
  await expectToPass(copy, "npx", "react-router", "typegen");
  await expectToPass(copy, "npx", "tsc", "--noEmit");
  await expectToPass(copy, "npm", "run", "lint");
}

/** Applies a recipe's patch, and makes its migration as the recipe says. */
export async function applyRecipe(copy: string, name: string): Promise<void> {
  await expectToPass(copy, "git", "apply", path.join("tests/recipes", `${name}.patch`));
  const { migration } = RECIPES[name] ?? {};
  if (!migration) return;
  await expectToPass(copy, "npm", "run", "db:generate", "--", "--name", migration.name);
  const [file = ""] = globSync(`drizzle/migrations/*_${migration.name}.sql`, { cwd: copy });
  appendFileSync(path.join(copy, file), migration.sql);
}
