/** A deploy: its steps, in an order in which a failure at any point leaves a site that works. */
import type { Command, RunCommand } from "../cloud/command.ts";
import { assertBuiltFor, type CloudWorker, resolveWorker } from "../cloud/worker.ts";
import { commandLine, runWrangler, wrangler } from "../cloud/wrangler.ts";
import type { DeployOptions, DeployTools } from "./deploy-options.ts";
import { findRefusals } from "./preflight.ts";
import { describeWayBack, type Release, releaseSteps } from "./release.ts";
import { runSteps, type Step } from "./run-steps.ts";

/**
 * Deploys the current commit, or throws one line. With `dryRun`, does what needs no account and prints
 * the rest. A failure after traffic was moved moves it back.
 */
export async function deploy(options: DeployOptions, tools: DeployTools): Promise<void> {
  const { environment, dryRun } = options;
  const { print } = tools;
  const worker = resolveWorker(environment, options.config);
  const refusals = await findRefusals({ ...options, run: tools.run });
  for (const line of refusals) print(dryRun ? `Would be refused: ${line}` : `✗ ${line}`);
  if (refusals.length > 0 && !dryRun) throw new Error(`Not deployed to ${environment}`);

  const commit = await readCommit(tools.run);
  const release: Release = { worker, commit, hasMoved: false };
  const checks = options.checksPassed ? [] : checkSteps(tools);
  const steps = [
    ...checks,
    ...buildSteps(options, tools, worker),
    ...releaseSteps(options, tools, release),
  ];
  await runSteps(steps, { dryRun, print }).finally(() => release.unlock?.());
  if (dryRun) return print(`Dry run for ${environment} done`);
  print(describeWayBack(release));
  print(`✓ ${environment} runs ${commit}`);
}

async function readCommit(run: RunCommand): Promise<string> {
  const command = { program: "git", args: ["rev-parse", "--short=12", "HEAD"], quiet: true };
  const { status, stdout } = await run(command);
  if (status !== 0) throw new Error("git does not say which commit this is");
  return stdout.trim();
}

function checkSteps({ run }: DeployTools): Step[] {
  return [
    local("types", run, { program: "npm", args: ["run", "--silent", "typecheck"] }),
    local("tests", run, { program: "npm", args: ["test", "--silent"] }),
  ];
}

function buildSteps(options: DeployOptions, { run }: DeployTools, worker: CloudWorker): Step[] {
  const dryRun = wrangler(["deploy", "--dry-run", ...worker.built]);
  const profile = wrangler([
    ...["check", "startup", ...worker.built, "--args=--no-bundle"],
    ...["--outfile", "build/worker-startup.cpuprofile"],
  ]);
  return [
    local("locks that migrations take", run, {
      program: process.execPath,
      args: ["ops/check-migrations.ts"],
    }),
    local("build", run, {
      program: "npm",
      args: ["run", "--silent", "build"],
      // The shell's own NODE_ENV would put React's development build into the upload.
      env: { CLOUDFLARE_ENV: options.environment, NODE_ENV: "production" },
    }),
    {
      name: "dry run",
      plan: commandLine(dryRun),
      needsAccount: false,
      run: async () => {
        assertBuiltFor(worker, options.folder);
        await runWrangler(run, dryRun);
      },
    },
    {
      name: "start-up",
      plan: commandLine(profile),
      needsAccount: false,
      run: async () => void (await runWrangler(run, profile)),
    },
  ];
}

function local(name: string, run: RunCommand, command: Command): Step {
  return {
    name,
    plan: commandLine(command),
    needsAccount: false,
    run: async () => {
      const { status } = await run(command);
      if (status !== 0) throw new Error(`${commandLine(command)} ended with status ${status}`);
    },
  };
}
