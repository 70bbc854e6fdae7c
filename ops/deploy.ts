/**
 * `npm run deploy -- --env production`: checks, builds, migrates, uploads, smoke-tests and promotes the current
 * commit. `--dry-run` needs no account; `--checks-passed` skips what a pipeline has run (`npm test`);
 * `--any-commit` allows a commit that is not on main.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { applyMigrations } from "../drizzle/migrate.ts";
import { runCommand } from "../tools/cli.ts";
import { acquireDeployLock } from "./lib/database.ts";
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
  /** Pause between the tries of a failing smoke check. */
  readonly smokePauseMs?: number;
}

export interface DeployOptions extends ReleaseOptions {
  /** Runs the steps that need no account, and prints the others. */
  readonly dryRun: boolean;
  /** The commit has passed every check elsewhere, e.g. in the pipeline. */
  readonly checksPassed: boolean;
  /** Allows a commit that is not on origin's main. */
  readonly anyCommit: boolean;
}

/** Deploys the current commit. Throws one line on failure; after the promotion, a failure rolls back. */
export async function deploy(target: Target, options: DeployOptions): Promise<void> {
  const { environment } = target;
  const problems = await findPreflightProblems(target, options);
  for (const line of problems) console.log(options.dryRun ? `Would fail: ${line}` : `✗ ${line}`);
  if (problems.length > 0 && !options.dryRun) throw new Error(`Not deployed to ${environment}`);

  const commit = await readCommit(target);
  await build(target, options.checksPassed);
  if (options.dryRun) {
    console.log("With an account, a deploy would continue with:");
    console.log("  lock, record current version, migrate, upload, smoke test at 0 %,");
    console.log("  promote to 100 %, routes and crons, smoke test");
    return console.log(`Dry run for ${environment} done`);
  }
  await release(target, commit, options);
  console.log(`✓ ${environment} runs ${commit}`);
}

async function readCommit({ folder }: Target): Promise<string> {
  const args = ["rev-parse", "--short=12", "HEAD"];
  const { status, stdout } = await exec("git", args, { cwd: folder, quiet: true });
  if (status !== 0) throw new Error("git rev-parse failed: is this a git checkout?");
  return stdout.trim();
}

/** Checks and builds the commit; needs no account. */
async function build(target: Target, checksPassed: boolean): Promise<void> {
  const { folder: cwd, environment } = target;
  if (!checksPassed) {
    await step("types", () => run("npm", ["run", "--silent", "typecheck"], { cwd }));
    await step("tests", () => run("npm", ["test", "--silent"], { cwd }));
  }
  await step("migration locks", () =>
    run("npx", ["--no-install", "squawk", "drizzle/**/*.sql"], { cwd }),
  );
  await step("build", async () => {
    // With the shell's NODE_ENV, the upload could contain React's development build.
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

/** Releases the build under the environment's deploy lock. Throws one line on failure. */
export async function release(
  target: Target,
  commit: string,
  options: ReleaseOptions,
): Promise<void> {
  const unlock = await step("lock", () => acquireDeployLock(target.env.DATABASE_URL ?? ""));
  try {
    await releaseLocked(target, commit, options);
  } finally {
    await unlock();
  }
}

/**
 * Every schema works with the previous code, so migrations run first. From the upload on, a failure leaves all
 * traffic on the current version.
 */
async function releaseLocked(
  target: Target,
  commit: string,
  { smokePauseMs: pauseMs }: ReleaseOptions,
): Promise<void> {
  const { worker, siteUrl: url, environment } = target;
  const site = { url, isProduction: environment === "production", pauseMs };

  const current = await step("record current version", async () => {
    const version = await readCurrentVersion(target);
    requireSecrets(target, version);
    return version;
  });
  // An empty Worker cannot take the traffic while the new version is tested, nor be rolled back to.
  const isFirst = current.isEmpty;
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
    isPromoted = true;
    await step("promote to 100 %", () =>
      routeTraffic(target, { [version]: 100 }, `Commit ${commit}`),
    );
    // Routes and crons are not part of a version.
    await step("routes and crons", () => wrangler(target, ["triggers", "deploy"], { built: true }));
    await step("smoke test", () => smoke({ ...site, commit }));
  } catch (error) {
    if (isFirst) console.log(rollbackCommand(target, current));
    else await rollBack(target, current, { commit, isPromoted, site });
    throw error;
  }
  console.log(rollbackCommand(target, current));
}

/** Runs one step of a deploy. Throws `Step "…" failed: …` when it fails. */
async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  console.log(`▸ ${name}`);
  try {
    return await run();
  } catch (error) {
    throw new Error(`Step "${name}" failed: ${describeError(error)}`, { cause: error });
  }
}

/** Throws when the Worker lacks a secret. The upload checks this too, but only after the migrations. */
function requireSecrets({ config, worker, environment }: Target, current: Version): void {
  const required = config.secrets?.required ?? [];
  const missing = required.filter((name) => !current.secrets.includes(name));
  if (missing.length === 0) return;
  throw new Error(
    `${worker} lacks the secrets ${missing.join(", ")}; run \`npm run setup:cloud -- --env ${environment}\``,
  );
}

interface FailedRelease {
  readonly commit: string;
  /** The new version may have received traffic, even if wrangler reported a failure. */
  readonly isPromoted: boolean;
  readonly site: { readonly url: string; readonly isProduction: boolean };
}

/** Rolls back to `current`. Prints its own failure instead of throwing, so that the caller's error stands. */
async function rollBack(target: Target, current: Version, failed: FailedRelease): Promise<void> {
  const { commit, isPromoted, site } = failed;
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
    console.log(rollbackCommand(target, current));
  }
}

/** The command that rolls back to `current`, as a line to print; for a first version, that there is none. */
function rollbackCommand({ environment }: Target, current: Version): string {
  return current.isEmpty
    ? "This is the first version: there is none to roll back to"
    : `To roll back: npm run rollback -- --env ${environment} --version ${current.id}`;
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: {
        env: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "checks-passed": { type: "boolean", default: false },
        "any-commit": { type: "boolean", default: false },
      },
    });
    await deploy(readTarget(values.env), {
      dryRun: values["dry-run"],
      checksPassed: values["checks-passed"],
      anyCommit: values["any-commit"],
    });
  });
}
