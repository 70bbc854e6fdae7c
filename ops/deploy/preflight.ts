/** Why a deploy must not start. Everything is found at once, one line each. */
import type { EnvironmentVariables } from "../../tools/settings.ts";
import type { RunCommand } from "../cloud/command.ts";
import { findDatabaseProblems } from "../cloud/database-url.ts";
import type { CloudEnvironment } from "../cloud/environments.ts";
import { findLoginProblem } from "../cloud/login.ts";
import { findProject } from "../cloud/supabase-config.ts";
import {
  findContentPlaceholders,
  findPlaceholders,
  type WranglerConfig,
} from "../cloud/wrangler-config.ts";

export interface PreflightInput {
  readonly environment: CloudEnvironment;
  readonly config: Pick<WranglerConfig, "vars" | "hyperdrive" | "routes">;
  readonly variables: EnvironmentVariables;
  /** A commit that is not on origin's main may be deployed. */
  readonly anyCommit: boolean;
  /** The deploy will ask Cloudflare's analytics, which takes a token. */
  readonly shares: readonly number[];
  readonly run: RunCommand;
  /** The project's folder. */
  readonly folder: string;
}

/** Lines that each name what is missing and where it comes from; empty when the deploy may start. */
export async function findRefusals(input: PreflightInput): Promise<string[]> {
  const { variables, config } = input;
  const placeholders = findPlaceholders(config);
  const invented =
    input.environment === "production" ? await findContentPlaceholders(input.folder) : [];
  return [
    ...(await findCommitProblems(input)),
    ...(placeholders.length > 0
      ? [`[env.${input.environment}] of wrangler.toml has placeholders: ${placeholders.join(", ")}`]
      : []),
    ...(invented.length > 0
      ? [`app/content/studio.ts has ${invented.length} invented facts left: ${invented.join("; ")}`]
      : []),
    ...(await findMissingLogin(input)),
    ...findDatabaseProblems(
      variables.DATABASE_URL,
      findProject(input.environment, config, input.folder),
    ),
  ];
}

/** What is deployed can be found again: it is committed, pushed, and on main. */
async function findCommitProblems({ run, anyCommit }: PreflightInput): Promise<string[]> {
  const git = (...args: string[]) => run({ program: "git", args, quiet: true });
  const { status, stdout } = await git("status", "--porcelain");
  if (status !== 0) return ["This is no git checkout, so nobody could tell what was deployed"];
  const changes = stdout.split("\n").filter((line) => line !== "").length;
  const lines =
    changes === 0 ? [] : [`The working tree has ${changes} uncommitted changes: commit them`];
  if (anyCommit) return lines;
  const fetched = await git("fetch", "--quiet", "origin", "main");
  if (fetched.status !== 0) return [...lines, "git cannot fetch origin's main to compare with"];
  const { status: isMissing } = await git("merge-base", "--is-ancestor", "HEAD", "FETCH_HEAD");
  return isMissing === 0
    ? lines
    : [...lines, "HEAD is not on origin's main: merge and push it, or add --any-commit"];
}

async function findMissingLogin({ variables, run, shares }: PreflightInput): Promise<string[]> {
  if (shares.length > 1 && !variables.CLOUDFLARE_API_TOKEN) {
    return ["CLOUDFLARE_API_TOKEN is not set; --gradual asks Cloudflare's analytics with it"];
  }
  const problem = await findLoginProblem(variables, run);
  return problem === undefined ? [] : [problem];
}
