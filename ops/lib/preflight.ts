/** Preflight checks of a deploy. */
import { exec } from "./exec.ts";
import { findDatabaseProblem } from "./supabase.ts";
import { findPlaceholderProblems, type Target } from "./target.ts";
import { findLoginProblem } from "./wrangler.ts";

export interface PreflightOptions {
  /** Allows a commit that is not on origin's main. */
  readonly anyCommit: boolean;
}

/** One line for each problem, naming what is missing and where to get it; empty when the deploy may start. */
export async function findPreflightProblems(
  target: Target,
  options: PreflightOptions,
): Promise<string[]> {
  return [
    ...(await findCommitProblems(target, options)),
    ...(await findPlaceholderProblems(target)),
    await findLoginProblem(target),
    findDatabaseProblem(target),
  ].filter((line) => typeof line === "string");
}

/** A deployed commit has to be traceable: committed, pushed, and on main. */
async function findCommitProblems(
  { folder }: Target,
  { anyCommit }: PreflightOptions,
): Promise<string[]> {
  const git = (...args: string[]) => exec("git", args, { cwd: folder });
  const { status, stdout } = await git("status", "--porcelain");
  if (status !== 0) return ["Not a git checkout: the deployed commit would be unknown"];
  const changes = stdout.split("\n").filter((line) => line !== "").length;
  const lines =
    changes === 0 ? [] : [`The working tree has ${changes} uncommitted changes: commit them`];
  if (anyCommit) return lines;
  if ((await git("fetch", "--quiet", "origin", "main")).status !== 0) {
    return [...lines, "git cannot fetch origin's main"];
  }
  const { status: isMissing } = await git("merge-base", "--is-ancestor", "HEAD", "FETCH_HEAD");
  return isMissing === 0
    ? lines
    : [...lines, "HEAD is not on origin's main: merge and push it, or add --any-commit"];
}
