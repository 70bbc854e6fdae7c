/**
 * The next version, as docs/updating.md describes it: a product begun at the commit named there (own field, list and
 * plan, renamed) merges this commit.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { brand } from "../../app/content/brand.ts";
import { makeLocalDir } from "../support/isolation.ts";
import { applyRecipe, check, expectToPass, linkPackages, TIME_LIMIT_MS } from "./copies.ts";

const CHANGES = ["item-field", "list", "plan"];
const MAX_CONFLICTS = 2;

const parse = (revision: string) =>
  execFileSync("git", ["rev-parse", `${revision}^{commit}`], { encoding: "utf8" }).trim();

/** The commit that docs/updating.md names. Throws when it names none, or in a clone without its history. */
function findBase(): string {
  const text = readFileSync("docs/updating.md", "utf8");
  return parse(/begins at `([0-9a-f]{40})`/.exec(text)?.[1] ?? "no commit named");
}

test("a product begun at an earlier commit merges this one with at most two conflicting files, loses no line and passes its tests", {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const product = makeLocalDir("update");
  onTestFinished(() => rmSync(product, { recursive: true, force: true }));
  const [base, next] = [findBase(), parse("HEAD")];
  execFileSync("git", ["clone", "--quiet", ".", product]);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=p", "-c", "user.email=p@example.com", ...args], {
      cwd: product,
      encoding: "utf8",
      maxBuffer: 100_000_000,
    });
  git("config", "merge.ours.driver", "true");
  git("checkout", "--quiet", "-b", "product", base);

  const commit = (message: string) => {
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
  };
  linkPackages(product);
  for (const name of CHANGES) {
    await applyRecipe(product, name);
    commit(name);
  }
  const name = new RegExp(brand.name, "gi");
  for (const file of [
    "app/content/brand.ts",
    "app/content/studio.ts",
    "wrangler.toml",
    "README.md",
  ]) {
    const text = readFileSync(path.join(product, file), "utf8");
    writeFileSync(path.join(product, file), text.replaceAll(name, "plumb"));
  }
  execFileSync("node", ["tools/generate-brand-files.ts"], { cwd: product });
  commit("rename");

  const added = git("diff", "--unified=0", base)
    .split("\n")
    .filter((line) => /^\+(?!\+\+)/.test(line))
    .map((line) => line.slice(1));
  expect(added.length).toBeGreaterThan(200);
  spawnSync("git", ["merge", "--quiet", "--no-edit", next], { cwd: product });
  const conflicts = git("diff", "--name-only", "--diff-filter=U").split("\n").filter(Boolean);
  expect(conflicts.length, conflicts.join("\n")).toBeLessThanOrEqual(MAX_CONFLICTS);
  const kept = new Set(git("grep", "-Ih", "").split("\n"));
  expect(added.filter((line) => !kept.has(line))).toEqual([]);

  for (const file of conflicts) {
    const { status } = spawnSync("git", ["checkout", "--ours", "--", file], { cwd: product });
    if (status !== 0) git("rm", "--quiet", "--", file);
  }
  // The recipes fit the template only.
  git("rm", "-r", "-f", "--quiet", "tests/recipes");
  commit("merge");
  await check(product);
  await expectToPass(product, "npx", "vitest", "run", "--project=unit", "--project=worker");
});
