/**
 * Checks the subjects of a pull request's commits: `node tools/commit-subjects.ts BASE`. At most 72
 * characters, with a scope that CONTRIBUTING.md lists under "Commits".
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const MAX_LENGTH = 72;

/** The scopes in the text of CONTRIBUTING.md. Throws if its section "Commits" is missing. */
export function readScopes(contributing: string): readonly string[] {
  const [, rules] = /^## Commits\n(.*?)Name\s+the\s+thing/ms.exec(contributing) ?? [];
  if (rules === undefined) throw new Error("CONTRIBUTING.md: no scopes under Commits");
  return Array.from(rules.matchAll(/`([a-z-]+)`/g), ([, scope = ""]) => scope);
}

/** What is wrong with `subject`; undefined if nothing is. */
export function checkSubject(subject: string, scopes: readonly string[]): string | undefined {
  if (subject.length > MAX_LENGTH) return `longer than ${MAX_LENGTH} characters`;
  const [, scope = ""] = /^([a-z-]+): \S/.exec(subject) ?? [];
  return scopes.includes(scope) ? undefined : "no scope of CONTRIBUTING.md";
}

if (import.meta.main) {
  const [, , base = "origin/main"] = process.argv;
  const args = ["log", "--no-merges", "--format=%s", `${base}..HEAD`];
  const scopes = readScopes(readFileSync("CONTRIBUTING.md", "utf8"));
  for (const subject of execFileSync("git", args, { encoding: "utf8" }).split("\n")) {
    const problem = subject && checkSubject(subject, scopes);
    if (!problem) continue;
    process.stderr.write(`${subject}: ${problem}\n`);
    process.exitCode = 1;
  }
}
