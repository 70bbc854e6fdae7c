/** Preflight checks of a deploy. */
import { findLoginProblem } from "./cloudflare-api.ts";
import { findDatabaseProblem } from "./database-url.ts";
import { exec } from "./exec.ts";
import { findPlaceholderProblems, type Target } from "./target.ts";

/** One line for each problem, naming what is missing and where to get it; empty when the deploy may start. */
export async function findPreflightProblems(
  target: Target,
  { anyCommit }: { readonly anyCommit: boolean },
): Promise<string[]> {
  return [
    ...(await findCommitProblems(target, anyCommit)),
    ...findPlaceholderProblems(target),
    findLoginProblem(target),
    findDatabaseProblem(target),
  ].filter((line) => typeof line === "string");
}

/** A deployed commit has to be traceable: committed, pushed, and on main. */
async function findCommitProblems({ folder }: Target, anyCommit: boolean): Promise<string[]> {
  const git = (...args: string[]) => exec("git", args, { cwd: folder });
  const { status, stdout } = await git("status", "--porcelain");
  if (status !== 0) return ["Not a git checkout: the deployed commit would be unknown"];
  const files = stdout
    .split("\n")
    .map((line) => line.slice(3))
    .filter(Boolean);
  const lines = files.length === 0 ? [] : [`Not committed: ${files.join(", ")}`];
  if (anyCommit) return lines;
  const problem = await findMainProblem(folder, "HEAD");
  return problem ? [...lines, problem] : lines;
}

/** Why it is not certain that origin's main has the commit, as one line. */
export async function findMainProblem(folder: string, commit: string): Promise<string | undefined> {
  const git = (...args: string[]) => exec("git", args, { cwd: folder });
  const hasFetched = (await git("fetch", "--quiet", "origin", "main")).status === 0;
  // An earlier fetch still proves it without credentials, as in a workflow of a private repository.
  const main = hasFetched ? "FETCH_HEAD" : "origin/main";
  const { status } = await git("merge-base", "--is-ancestor", commit, main);
  if (status === 0) return undefined;
  return hasFetched
    ? `${commit} is not on origin's main: merge and push it, or deploy with --any-commit`
    : "git cannot fetch origin's main";
}
