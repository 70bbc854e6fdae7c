/**
 * `npm run deploy -- --env production`: checks, builds, migrates, uploads, smoke-tests and promotes the
 * current commit. `--dry-run` needs no account; `--checks-passed` skips what a pipeline has run (`npm test`);
 * `--any-commit` allows a commit that is not on main; `--take-domains` takes the site's domains from what has
 * them, and detaches others.
 */
import { parseArgs } from "node:util";
import { applyMigrations } from "../drizzle/migrate.ts";
import { abortOnSignals, runCommand } from "../tools/shared/cli.ts";
import { findDomainConflicts, withLogin } from "./lib/cloudflare-api.ts";
import { CommandError, exec, run } from "./lib/exec.ts";
import { describeError, retryOnce } from "./lib/http.ts";
import { findPreflightProblems } from "./lib/preflight.ts";
import { readTarget, type Target } from "./lib/target.ts";
import {
  assertTraffic,
  deployTraffic,
  describeLive,
  moveTraffic,
  readDeployment,
  readVersion,
  type Traffic,
  uploadVersion,
} from "./lib/versions.ts";
import { BUILT_CONFIG, wrangler } from "./lib/wrangler.ts";
import { smoke } from "./smoke.ts";

/** The command's flags. */
export interface DeployOptions {
  readonly "dry-run": boolean;
  readonly "checks-passed": boolean;
  readonly "any-commit": boolean;
  readonly "take-domains": boolean;
}

/**
 * Deploys the current commit. Throws one line on failure or abort; from the promotion on, it rolls back
 * first.
 */
export async function deploy(target: Target, options: DeployOptions): Promise<void> {
  const { environment, folder } = target;
  const { "dry-run": isDryRun, "any-commit": anyCommit } = options;
  const problems = await findPreflightProblems(target, { anyCommit });
  target.signal?.throwIfAborted();
  for (const line of problems) console.log(isDryRun ? `Would fail: ${line}` : `✗ ${line}`);
  if (problems.length > 0 && !isDryRun) throw new Error(`Not deployed to ${environment}`);

  await build(target, options);
  if (isDryRun) return console.log(`Dry run for ${environment} done`);
  const head = await exec("git", ["rev-parse", "--short=12", "HEAD"], { cwd: folder });
  const commit = head.stdout.trim();
  const unchecked = await release(target, commit, options);
  console.log(`✓ ${environment} runs ${commit}${unchecked ? `; ${unchecked}` : ""}`);
}

/** Checks and builds the commit; needs no account. */
async function build(target: Target, flags: DeployOptions): Promise<void> {
  const options = { cwd: target.folder, signal: target.signal };
  if (!flags["checks-passed"]) {
    await step(target, "checks", () => run("npm", ["test", "--silent"], options));
  }
  await step(target, "build", async () => {
    // With the shell's NODE_ENV, the upload could contain React's development build.
    const env = { CLOUDFLARE_ENV: target.environment, NODE_ENV: "production" };
    await run("npm", ["run", "--silent", "build"], { ...options, env });
  });
  await step(target, "dry run", () =>
    wrangler(target, ["deploy", "--dry-run"], { config: BUILT_CONFIG }),
  );
}

/**
 * Releases the build: migrations first, because every schema works with the previous code. A colleague's
 * change of the traffic, or deploy, stops this one and stays. Returns what the smoke test left out, if
 * anything.
 */
export async function release(
  target: Target,
  commit: string,
  { "take-domains": takeDomains = false }: Partial<DeployOptions> = {},
): Promise<string | undefined> {
  const { environment } = target;

  // An empty Worker cannot take the traffic while the new version is tested, nor be rolled back to.
  const { current, before } = await step(target, "record current version", async () => {
    const { live, traffic } = await readDeployment(target);
    const { isEmpty } = await readVersion(target, live);
    return { current: isEmpty ? undefined : live, before: traffic };
  });
  // What this deploy may find: what it left, and after an unconfirmed move the traffic before it.
  let expected: readonly Traffic[] = [before];
  const move = async (traffic: Traffic, message: string) => {
    expected = [...expected, traffic];
    await moveTraffic(target, traffic, { message, expected });
    expected = [traffic];
  };
  let state: "as before" | "promoted" | "proved" = "as before";
  try {
    if (!takeDomains) await step(target, "domains", () => requireDomains(target));
    await step(target, "migrate", () => applyMigrations(target.env.DATABASE_URL ?? ""));
    const version = await step(target, "upload", () => uploadVersion(target, commit));
    if (current) {
      await step(target, "smoke test at 0 %", async () => {
        await move({ [current]: 100, [version]: 0 }, `Try commit ${commit}`);
        await smoke(target, { commit, version }).catch(async (error) => {
          // A colleague's move takes this version out of the deployment, so that it no longer answers.
          await assertTraffic(target, expected);
          throw error;
        });
      });
    }
    // The new version may have traffic from here on, even if wrangler reports a failure.
    state = "promoted";
    await step(target, "promote to 100 %", () => move({ [version]: 100 }, `Commit ${commit}`));
    // Routes and crons are not part of a version: without them, a good one stays live.
    const problem = await step(target, "routes and crons", () =>
      retryOnce(() => wrangler(target, ["triggers", "deploy"], { config: BUILT_CONFIG })),
    ).then(
      () => undefined,
      (error: unknown) => error,
    );
    const unchecked = await step(target, "smoke test", async () => {
      const left = await smoke(target, { commit });
      await assertTraffic(target, expected);
      return left;
    }).catch((error) => {
      throw problem ?? error;
    });
    state = "proved";
    if (problem) throw problem;
    console.log(
      current
        ? `To roll back: ${rollbackCommand(target, current)}`
        : "First version: nothing to roll back to",
    );
    return unchecked;
  } catch (error) {
    if (state === "promoted") {
      await rollBack({ ...target, signal: undefined }, current, expected);
    } else if (state === "proved") console.log(`${environment} is still running ${commit}`);
    else console.log("This deploy changed nothing for visitors");
    throw error;
  }
}

/** Throws one line that names what has the site's domains, if anything. */
async function requireDomains(target: Target): Promise<void> {
  const conflicts = await retryOnce(() => findDomainConflicts(target));
  if (conflicts.length === 0) return;
  throw new Error(`${conflicts.join("; ")}. Change that, or deploy with --take-domains`);
}

/**
 * Runs one step of a deploy. Throws `Step "…" failed: …` when it fails, after printing the command's output.
 */
async function step<T>({ signal }: Target, name: string, run: () => Promise<T>): Promise<T> {
  console.log(`▸ ${name}`);
  try {
    signal?.throwIfAborted();
    return await run();
  } catch (error) {
    if (signal?.aborted) {
      throw new Error(`Step "${name}": ${describeError(signal.reason)}`, { cause: error });
    }
    if (error instanceof CommandError) console.log(error.output.trim());
    throw new Error(`Step "${name}" failed: ${describeError(error)}`, { cause: error });
  }
}

/** Rolls back to `current`. Prints its own failure instead of throwing, so that the caller's error stands. */
async function rollBack(target: Target, current: string | undefined, expected: readonly Traffic[]) {
  if (!current) return console.log("First version: nothing to roll back to");
  console.log(`▸ roll back to version ${current}`);
  try {
    await assertTraffic(target, expected);
    await deployTraffic(
      target,
      { [current]: 100 },
      { message: "Undo a failed deploy", force: true },
    );
    console.log(`Rolled back to ${current}`);
    await smoke(target);
  } catch (error) {
    const live = await describeLive(target);
    const command = rollbackCommand(target, current);
    console.log(`✗ Rollback: ${describeError(error)}. ${live}. Before the deploy: ${command}`);
  }
}

const rollbackCommand = ({ environment }: Target, version: string) =>
  `npm run rollback -- --env ${environment} --version ${version}`;

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: {
        env: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "checks-passed": { type: "boolean", default: false },
        "any-commit": { type: "boolean", default: false },
        "take-domains": { type: "boolean", default: false },
      },
    });
    await deploy(await withLogin(readTarget(values.env, { signal: abortOnSignals() })), values);
  });
}
