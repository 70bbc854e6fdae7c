/**
 * `npm run deploy -- --env production`: checks, builds, migrates, uploads, smoke-tests and promotes the current
 * commit. `--dry-run` needs no account; `--checks-passed` skips what a pipeline has run (`npm test`);
 * `--any-commit` allows a commit that is not on main; `--code-from FOLDER` deploys the code of another build.
 */
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { applyMigrations } from "../drizzle/migrate.ts";
import { abortOnSignals, runCommand } from "../tools/cli.ts";
import { acquireDeployLock } from "./lib/database.ts";
import { exec, run } from "./lib/exec.ts";
import { describeError } from "./lib/http.ts";
import { findPreflightProblems } from "./lib/preflight.ts";
import { readTarget, type Target } from "./lib/target.ts";
import {
  forceTraffic,
  OldSecretsError,
  readCurrentVersion,
  routeTraffic,
  uploadVersion,
  type Version,
} from "./lib/versions.ts";
import { retryOnce, wrangler } from "./lib/wrangler.ts";
import { type SmokeTarget, smoke } from "./smoke.ts";

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
  /** Folder with another environment's build of this commit, whose code is deployed. */
  readonly codeFrom?: string | undefined;
}

/**
 * Deploys the current commit. Throws one line on failure, or when `target.signal` aborts; from the promotion on, it
 * rolls back first.
 */
export async function deploy(target: Target, options: DeployOptions): Promise<void> {
  const { environment } = target;
  const problems = await findPreflightProblems(target, options);
  target.signal?.throwIfAborted();
  for (const line of problems) console.log(options.dryRun ? `Would fail: ${line}` : `✗ ${line}`);
  if (problems.length > 0 && !options.dryRun) throw new Error(`Not deployed to ${environment}`);

  const commit = await readCommit(target);
  await build(target, options);
  if (options.dryRun) return console.log(`Dry run for ${environment} done`);
  await release(target, commit, options);
  console.log(`✓ ${environment} runs ${commit}`);
}

async function readCommit({ folder }: Target): Promise<string> {
  const args = ["rev-parse", "--short=12", "HEAD"];
  const { status, stdout } = await exec("git", args, { cwd: folder });
  if (status !== 0) throw new Error("git rev-parse failed: is this a git checkout?");
  return stdout.trim();
}

/** Checks and builds the commit; needs no account. */
async function build(target: Target, { checksPassed, codeFrom }: DeployOptions): Promise<void> {
  const { folder: cwd, environment, logFile, signal } = target;
  const options = { cwd, logFile, signal };
  if (!checksPassed) {
    await step(target, "types", () => run("npm", ["run", "--silent", "typecheck"], options));
    await step(target, "tests", () => run("npm", ["test", "--silent"], options));
  }
  await step(target, "migration locks", () =>
    run("npx", ["--no-install", "squawk", "drizzle/**/*.sql"], options),
  );
  await step(target, "build", async () => {
    // With the shell's NODE_ENV, the upload could contain React's development build.
    const env = { CLOUDFLARE_ENV: environment, NODE_ENV: "production" };
    await run("npm", ["run", "--silent", "build"], { ...options, env });
    requireBuildFor(target);
    if (codeFrom !== undefined) replaceCode(path.join(cwd, "build"), path.resolve(cwd, codeFrom));
  });
  await step(target, "dry run", () => wrangler(target, ["deploy", "--dry-run"], { built: true }));
  await step(target, "start-up", () => {
    const profile = ["--args=--no-bundle", "--outfile", "build/worker-startup.cpuprofile"];
    return wrangler(target, ["check", "startup", ...profile], { built: true });
  });
}

/** Ships another environment's code: builds differ by their wrangler.json, and by the time built into the code. */
function replaceCode(folder: string, source: string): void {
  const config = "server/wrangler.json";
  cpSync(path.join(folder, config), path.join(source, config));
  rmSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true });
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
  const databaseUrl = target.env.DATABASE_URL ?? "";
  const unlock = await step(target, "lock", () => acquireDeployLock(databaseUrl));
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
  const { worker, siteUrl: url, environment, signal } = target;
  const site = { url, isProduction: environment === "production", pauseMs };

  const current = await step(target, "record current version", async () => {
    const version = await readCurrentVersion(target);
    requireSecrets(target, version);
    return version;
  });
  let isPromoted = false;
  try {
    await step(target, "migrate", () => applyMigrations(target.env.DATABASE_URL ?? ""));
    const version = await step(target, "upload", () => uploadVersion(target, commit));
    // An empty Worker cannot take the traffic while the new version is tested, nor be rolled back to.
    if (!current.isEmpty) {
      await step(target, "smoke test at 0 %", async () => {
        const shares = { [current.id]: 100, [version]: 0 };
        if (await tryTraffic(target, current, shares, `Try commit ${commit}`)) {
          await smoke({ ...site, signal, commit, override: { worker, version } });
        }
      });
    }
    // The new version may have traffic from here on, even if wrangler reports a failure.
    isPromoted = true;
    await step(target, "promote to 100 %", () =>
      routeTraffic(target, { [version]: 100 }, `Commit ${commit}`),
    );
    // Routes and crons are not part of a version.
    await step(target, "routes and crons", () =>
      retryOnce(() => wrangler(target, ["triggers", "deploy"], { built: true }), signal),
    );
    await step(target, "smoke test", () => smoke({ ...site, signal, commit }));
  } catch (error) {
    if (isPromoted) await rollBack({ ...target, signal: undefined }, current, site);
    else console.log("This deploy changed nothing for visitors");
    throw error;
  }
  console.log(rollbackCommand(target, current));
}

/**
 * Returns false when Cloudflare refuses the live version itself, because it has older secrets: after a rollback to
 * them. Only the new version can then be deployed.
 */
async function tryTraffic(
  target: Target,
  live: Version,
  shares: Readonly<Record<string, number>>,
  message: string,
): Promise<boolean> {
  try {
    await routeTraffic(target, shares, message);
    return true;
  } catch (error) {
    if (!(error instanceof OldSecretsError)) throw error;
    if ((await readCurrentVersion(target)).id !== live.id) throw error;
    console.log("  Skipped: the live version has older secrets");
    return false;
  }
}

/** Runs one step of a deploy. Throws `Step "…" failed: …` when it fails, after printing its output. */
async function step<T>(
  { logFile, signal }: Target,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  console.log(`▸ ${name}`);
  const start = readLog(logFile).length;
  try {
    signal?.throwIfAborted();
    return await run();
  } catch (error) {
    if (signal?.aborted) {
      throw new Error(`Step "${name}": ${describeError(signal.reason)}`, { cause: error });
    }
    const output = readLog(logFile).slice(start).trimEnd();
    if (output !== "") console.log(output);
    throw new Error(`Step "${name}" failed: ${describeError(error)}`, { cause: error });
  }
}

function readLog(logFile: string | undefined): string {
  return logFile !== undefined && existsSync(logFile) ? readFileSync(logFile, "utf8") : "";
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

/** Rolls back to `current`. Prints its own failure instead of throwing, so that the caller's error stands. */
async function rollBack(target: Target, current: Version, site: SmokeTarget): Promise<void> {
  console.log(rollbackCommand(target, current));
  if (current.isEmpty) return;
  try {
    await forceTraffic(target, current.id, "Undo a failed deploy");
    console.log(`Rolled back: all visitors have version ${current.id} again`);
    await smoke(site);
  } catch (error) {
    console.log(`✗ Rollback: ${describeError(error)}`);
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
        "code-from": { type: "string" },
      },
    });
    const logFile = path.resolve(".wrangler/deploy.log");
    const target = readTarget(values.env, { logFile, signal: abortOnSignals() });
    rmSync(logFile, { force: true });
    console.log(`Output of each step: ${path.relative("", logFile)}`);
    await deploy(target, {
      dryRun: values["dry-run"],
      checksPassed: values["checks-passed"],
      anyCommit: values["any-commit"],
      codeFrom: values["code-from"],
    });
  });
}
