/** Why a deploy must not start. Everything is found at once, one line each. */
import { exec } from "./exec.ts";
import { findDatabaseProblem } from "./supabase.ts";
import { findPlaceholderFacts, findPlaceholders, type Target } from "./target.ts";
import { findLoginProblem } from "./wrangler.ts";

export interface PreflightOptions {
  /** A commit that is not on origin's main may be deployed. */
  readonly anyCommit: boolean;
  /** Several of them are watched by Cloudflare's analytics, which take a token. */
  readonly shares: readonly number[];
}

/** Lines that each name what is missing and where it comes from; empty when the deploy may start. */
export async function findPreflightProblems(
  target: Target,
  options: PreflightOptions,
): Promise<string[]> {
  const { environment, config, env } = target;
  const placeholders = findPlaceholders(config);
  const invented = await findPlaceholderFacts(target);
  const needsToken = options.shares.length > 1 && !env.CLOUDFLARE_API_TOKEN;
  return [
    ...(await findCommitProblems(target, options)),
    placeholders.length > 0 &&
      `[env.${environment}] of wrangler.toml has placeholders: ${placeholders.join(", ")}`,
    invented.length > 0 &&
      `app/content/studio.ts has ${invented.length} invented facts left: ${invented.join("; ")}`,
    needsToken
      ? "CLOUDFLARE_API_TOKEN is not set; --gradual asks Cloudflare's analytics with it"
      : await findLoginProblem(target),
    findDatabaseProblem(target),
  ].filter((line) => typeof line === "string");
}

/** What is deployed can be found again: it is committed, pushed, and on main. */
async function findCommitProblems(
  { folder }: Target,
  { anyCommit }: PreflightOptions,
): Promise<string[]> {
  const git = (...args: string[]) => exec("git", args, { cwd: folder, quiet: true });
  const { status, stdout } = await git("status", "--porcelain");
  if (status !== 0) return ["This is no git checkout, so the deployed commit could not be told"];
  const changes = stdout.split("\n").filter((line) => line !== "").length;
  const lines =
    changes === 0 ? [] : [`The working tree has ${changes} uncommitted changes: commit them`];
  if (anyCommit) return lines;
  if ((await git("fetch", "--quiet", "origin", "main")).status !== 0) {
    return [...lines, "git cannot fetch origin's main to compare with"];
  }
  const { status: isMissing } = await git("merge-base", "--is-ancestor", "HEAD", "FETCH_HEAD");
  return isMissing === 0
    ? lines
    : [...lines, "HEAD is not on origin's main: merge and push it, or add --any-commit"];
}
