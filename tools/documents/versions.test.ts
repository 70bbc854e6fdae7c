/** Versions and decisions are found as the documents say. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const updating = readFileSync("docs/updating.md", "utf8");

test("the first version that updating.md merges is in the changelog", () => {
  const [, first = ""] = /--strategy ours v([\d.]+)/.exec(updating) ?? [];
  expect(readFileSync("CHANGELOG.md", "utf8")).toContain(`\n## ${first}\n`);
});

test("the release steps set the tag that updating.md merges", () => {
  const [, merged = ""] = /git merge (v[\d.]+)$/m.exec(updating) ?? [];
  expect(readFileSync("CONTRIBUTING.md", "utf8")).toContain(`git tag -a ${merged} `);
});

test("without a tag, updating.md's command finds the commit of a version", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "versions-"));
  const author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  const git = (...args: readonly string[]) =>
    execFileSync("git", [...author, ...args], { cwd: folder, encoding: "utf8" }).trim();
  const commit = (changelog: string) => {
    writeFileSync(path.join(folder, "CHANGELOG.md"), changelog);
    git("add", ".");
    git("commit", "--quiet", "--no-gpg-sign", "--message", "docs: write the changelog");
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet");
  commit("## Unreleased\n\nA change.\n\n## 0.1.0\n");
  const released = commit("## 0.2.0\n\nA change.\n\n## 0.1.0\n");
  commit("## Unreleased\n\nA later change.\n\n## 0.2.0\n\nA change.\n\n## 0.1.0\n");
  const [, flags = "", heading = ""] =
    /`git log (-1 --format=%H) -S"(## 0\.2\.0)" template\/main -- CHANGELOG\.md`/.exec(updating) ??
    [];
  const found = git("log", ...flags.split(" "), `-S${heading}`, "HEAD", "--", "CHANGELOG.md");
  rmSync(folder, { recursive: true });
  expect(found).toBe(released);
});

test("a decision's number is used, or README.md says where the decision went", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const used = readdirSync("docs/decisions").flatMap((file) => /^\d{4}/.exec(file) ?? []);
  const missing = Array.from(index.matchAll(/^\|.*?\|/gm)).flatMap(
    ([row]) => row.match(/\d{4}/g) ?? [],
  );
  const numbers = Array.from({ length: Number(used.toSorted().at(-1)) }, (_, index) =>
    String(index + 1).padStart(4, "0"),
  );
  expect([...used, ...missing].toSorted()).toEqual(numbers);
});
