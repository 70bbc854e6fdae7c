/**
 * `npm run deploy -- --env production`: checks, builds, migrates, uploads, tries and promotes the current
 * commit. `--dry-run` needs no account; `--checks-passed` is for a pipeline that ran `npm test` before;
 * `--any-commit` takes one that is not on main; `--gradual 10,50,100 --watch 5m` promotes in steps.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { applyMigrations } from "../drizzle/migrate.ts";
import { runCommand } from "../tools/run-command.ts";
import { findTrafficProblem, parseDuration, parseShares } from "./lib/analytics.ts";
import { lockDeploys } from "./lib/database.ts";
import { exec, run } from "./lib/exec.ts";
import { describeError } from "./lib/http.ts";
import { findPreflightProblems } from "./lib/preflight.ts";
import { readTarget, type Target } from "./lib/target.ts";
import {
  OldSecretsError,
  readCurrentVersion,
  routeTraffic,
  uploadVersion,
  type Version,
} from "./lib/versions.ts";
import { wrangler } from "./lib/wrangler.ts";
import { smoke } from "./smoke.ts";

export interface ReleaseOptions {
  /** Percentages that the new version gets one after the other, the last one 100. */
  readonly shares: readonly number[];
  /** How long each share but the last is watched. */
  readonly watchMs: number;
  readonly smokePauseMs?: number;
}

export interface DeployOptions extends ReleaseOptions {
  /** Does what needs no account, and prints the rest. */
  readonly dryRun: boolean;
  /** The same commit has passed every check elsewhere, as in the pipeline. */
  readonly checksPassed: boolean;
  /** Deploys a commit that is not on origin's main. */
  readonly anyCommit: boolean;
}

/** Deploys the current commit, or throws one line. A failure after traffic was moved moves it back. */
export async function deploy(target: Target, options: DeployOptions): Promise<void> {
  const { environment } = target;
  const refusals = await findPreflightProblems(target, options);
  for (const line of refusals)
    console.log(options.dryRun ? `Would be refused: ${line}` : `✗ ${line}`);
  if (refusals.length > 0 && !options.dryRun) throw new Error(`Not deployed to ${environment}`);

  const commit = await readCommit(target);
  await build(target, options.checksPassed);
  if (options.dryRun) {
    console.log("With an account, a deploy would go on with:");
    console.log("  lock, record current version, migrate, upload, smoke test at 0 %,");
    console.log(`  promote to ${options.shares.join(", ")} %, routes and crons, smoke test`);
    return console.log(`Dry run for ${environment} done`);
  }
  await release(target, commit, options);
  console.log(`✓ ${environment} runs ${commit}`);
}

async function readCommit({ folder }: Target): Promise<string> {
  const args = ["rev-parse", "--short=12", "HEAD"];
  const { status, stdout } = await exec("git", args, { cwd: folder, quiet: true });
  if (status !== 0) throw new Error("git does not say which commit this is");
  return stdout.trim();
}

/** Checks and builds the commit. None of it needs an account. */
async function build(target: Target, checksPassed: boolean): Promise<void> {
  const { folder: cwd, environment } = target;
  if (!checksPassed) {
    await step("types", () => run("npm", ["run", "--silent", "typecheck"], { cwd }));
    await step("tests", () => run("npm", ["test", "--silent"], { cwd }));
  }
  await step("migration locks", () =>
    run("npx", ["--no-install", "squawk", "drizzle/migrations/*.sql"], { cwd }),
  );
  await step("build", async () => {
    // The shell's own NODE_ENV would put React's development build into the upload.
    const env = { CLOUDFLARE_ENV: environment, NODE_ENV: "production" };
    await run("npm", ["run", "--silent", "build"], { cwd, env });
    requireBuildFor(target);
  });
  await step("dry run", () => wrangler(target, ["deploy", "--dry-run"], { built: true }));
  await step("start-up", () => {
    const profile = ["--args=--no-bundle", "--outfile", "build/worker-startup.cpuprofile"];
    return wrangler(target, ["check", "startup", ...profile], { built: true });
  });
}

const builtSchema = v.object({ name: v.string(), targetEnvironment: v.optional(v.string()) });

function requireBuildFor({ folder, worker, environment }: Target): void {
  const text = readFileSync(path.join(folder, "build/server/wrangler.json"), "utf8");
  const built = v.parse(v.pipe(v.string(), v.parseJson(), builtSchema), text);
  if (built.name === worker && built.targetEnvironment === environment) return;
  throw new Error(
    `the build is for ${built.name} (${built.targetEnvironment ?? "no environment"}), not for ${worker}`,
  );
}

/** Brings the build in front of visitors, or throws one line. One release at a time in each environment. */
export async function release(
  target: Target,
  commit: string,
  options: ReleaseOptions,
): Promise<void> {
  const unlock = await step("lock", () => lockDeploys(target.env.DATABASE_URL ?? ""));
  try {
    await releaseLocked(target, commit, options);
  } finally {
    await unlock();
  }
}

/**
 * Every schema works with the code before it, so migrations go first; from the upload on, a failure leaves all
 * traffic with the version that had it.
 */
async function releaseLocked(
  target: Target,
  commit: string,
  { shares, watchMs, smokePauseMs: pauseMs }: ReleaseOptions,
): Promise<void> {
  const { worker, siteUrl: url, environment } = target;
  const site = { url, isProduction: environment === "production", pauseMs };

  const current = await step("record current version", async () => {
    const version = await readCurrentVersion(target);
    requireSecrets(target, version);
    return version;
  });
  // An empty Worker serves no site to compare with, share traffic with or go back to.
  const isFirst = !current.isProduct;
  await step("migrate", () => applyMigrations(target.env.DATABASE_URL ?? ""));
  const version = await step("upload", () => uploadVersion(target, commit));

  let isPromoted = false;
  try {
    if (!isFirst) {
      await step("smoke test at 0 %", async () => {
        await routeTraffic(target, { [current.id]: 100, [version]: 0 }, `Try commit ${commit}`);
        await smoke({ ...site, commit, override: { worker, version } });
      });
    }
    for (const share of isFirst ? [100] : shares) {
      await step(`promote to ${share} %`, async () => {
        const rest = share < 100 && { [current.id]: 100 - share };
        const since = new Date();
        isPromoted = true;
        await routeTraffic(target, { [version]: share, ...rest }, `Commit ${commit}, ${share} %`);
        if (share === 100) return;
        await sleep(watchMs);
        const problem = await findTrafficProblem(target, version, since);
        if (problem !== undefined) throw new Error(problem);
      });
    }
    // They belong to no version.
    await step("routes and crons", () => wrangler(target, ["triggers", "deploy"], { built: true }));
    await step("smoke test", () => smoke({ ...site, commit }));
  } catch (error) {
    if (isFirst) console.log(describeRollback(target, current));
    else await undo(target, current, { commit, isPromoted, site });
    throw error;
  }
  console.log(describeRollback(target, current));
}

/** Runs one part of a deploy. Throws `Step "…" failed: …` when it fails. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  console.log(`▸ ${name}`);
  try {
    return await work();
  } catch (error) {
    throw new Error(`Step "${name}" failed: ${describeError(error)}`, { cause: error });
  }
}

/** The API names them too, but only after the migrations have run. */
function requireSecrets({ config, worker, environment }: Target, current: Version): void {
  const required = config.secrets?.required ?? [];
  const missing = required.filter((name) => !current.secrets.includes(name));
  if (missing.length === 0) return;
  throw new Error(
    `${worker} lacks the secrets ${missing.join(", ")}; run \`npm run setup:cloud -- --env ${environment}\``,
  );
}

interface Attempt {
  readonly commit: string;
  /** Visitors may have had the new version, even if wrangler says that it failed. */
  readonly isPromoted: boolean;
  readonly site: { readonly url: string; readonly isProduction: boolean };
}

/** Rolls back to `current`, or prints what to do. Never throws: the reason for it counts more. */
async function undo(target: Target, current: Version, attempt: Attempt): Promise<void> {
  const { commit, isPromoted, site } = attempt;
  try {
    await routeTraffic(target, { [current.id]: 100 }, `Undo commit ${commit}`);
    if (!isPromoted) return;
    console.log(`Rolled back: all visitors have version ${current.id} again`);
    await smoke(site);
  } catch (error) {
    if (error instanceof OldSecretsError && !isPromoted) {
      const names = error.secrets.join(", ");
      return console.log(
        `Nothing was moved: ${names} changed since this deploy began. Deploy again`,
      );
    }
    console.log(`✗ Rollback failed: ${describeError(error)}`);
    console.log(describeRollback(target, current));
  }
}

/** The command that rolls back to `current`, or why there is none. */
function describeRollback({ environment }: Target, current: Version): string {
  return current.isProduct
    ? `To roll back: npm run rollback -- --env ${environment} --version ${current.id}`
    : "This is the first version: there is none to roll back to";
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: {
        env: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "checks-passed": { type: "boolean", default: false },
        "any-commit": { type: "boolean", default: false },
        gradual: { type: "string", default: "100" },
        watch: { type: "string", default: "5m" },
      },
    });
    await deploy(readTarget(values.env), {
      dryRun: values["dry-run"],
      checksPassed: values["checks-passed"],
      anyCommit: values["any-commit"],
      shares: parseShares(values.gradual),
      watchMs: parseDuration(values.watch),
    });
  });
}
