/**
 * The next version, as docs/updating.md describes it: a product begun at the latest tag (own field, list and plan,
 * renamed) merges this commit. Before the first tag, the product begins at this commit.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { brand } from "../../app/content/brand.ts";
import { makeLocalDir } from "../support/isolation.ts";
import { check, expectToPass, linkPackages, TIME_LIMIT_MS } from "./copies.ts";
import { RECIPES } from "./recipes.ts";

const CHANGES = ["item-field", "list", "plan"];
const JOURNAL = "drizzle/migrations/meta/_journal.json";
const MAX_CONFLICTS = 2;

const parse = (revision: string) =>
  execFileSync("git", ["rev-parse", `${revision}^{commit}`], { encoding: "utf8" }).trim();

/** The commit of the latest tag before this one; this commit while there is no version. */
function findBase(): string {
  const args = ["describe", "--tags", "--abbrev=0", "HEAD^"];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return parse(status === 0 ? stdout.trim() : "HEAD");
}

test("a product begun at the latest version merges this one with at most two conflicting files, loses no line and passes its tests", {
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
  for (const name of CHANGES) {
    for (const file of RECIPES[name]?.remove ?? []) {
      rmSync(path.join(product, file), { recursive: true, force: true });
    }
    // The field and the list would both write the journal's first entry.
    const exclude = name === "list" ? [`--exclude=${JOURNAL}`] : [];
    git("apply", ...exclude, `tests/recipes/${name}.patch`);
    if (name === "list") addToJournal(path.join(product, JOURNAL), "0002_projects");
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
  git("rm", "-r", "--quiet", "tests/recipes");
  commit("merge");
  linkPackages(product);
  await check(product);
  await expectToPass(product, "npx", "vitest", "run", "--project=unit", "--project=worker");
});

const journalSchema = v.looseObject({ entries: v.array(v.looseObject({ when: v.number() })) });

/** Adds a migration after the others, as `npm run db:generate` does. */
function addToJournal(file: string, tag: string): void {
  const journal = v.parse(journalSchema, JSON.parse(readFileSync(file, "utf8")));
  const { entries } = journal;
  const when = (entries.at(-1)?.when ?? 0) + 1;
  const entry = { idx: entries.length, version: "7", when, tag, breakpoints: true };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...entries, entry] }, null, 2));
}
