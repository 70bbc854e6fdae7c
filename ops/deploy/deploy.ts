/** A deploy: its steps, in an order in which a failure at any point leaves a site that works. */
import { type Command, commandLine, type RunCommand, wrangler } from "../cloud/command.ts";
import type { CloudEnvironment } from "../cloud/environments.ts";
import { readVar, WRANGLER_TOML, type WranglerConfig } from "../cloud/wrangler-config.ts";
import type { SmokeTarget } from "../smoke/checks.ts";
import { findRefusals } from "./preflight.ts";
import { runSteps, type Step } from "./run-steps.ts";
import { parseLiveVersion, readUpload, type UploadedVersion } from "./uploaded-version.ts";

export interface DeployOptions {
  readonly environment: CloudEnvironment;
  readonly config: Pick<WranglerConfig, "vars" | "hyperdrive" | "routes">;
  readonly dryRun: boolean;
  /** The same commit has passed every check elsewhere, as in the pipeline. */
  readonly checksPassed: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Everything outside: programs, the database, the network, the screen. */
export interface DeployTools {
  readonly run: RunCommand;
  readonly migrate: (databaseUrl: string) => Promise<void>;
  readonly smoke: (target: SmokeTarget) => Promise<void>;
  readonly print: (line: string) => void;
}

const BUILT_CONFIG = "build/server/wrangler.json";

/**
 * Deploys the current commit, or throws one line. With `dryRun`, does what needs no account and prints
 * the rest. Once traffic was moved, the command that moves it back is printed, whatever happens next.
 */
export async function deploy(options: DeployOptions, tools: DeployTools): Promise<void> {
  const { environment, dryRun } = options;
  const { print } = tools;
  const refusals = await findRefusals({ ...options, run: tools.run });
  for (const line of refusals) print(dryRun ? `Would be refused: ${line}` : `✗ ${line}`);
  if (refusals.length > 0 && !dryRun) throw new Error(`Not deployed to ${environment}`);

  const commit = await readCommit(tools.run);
  const state: DeployState = { commit, isPromoted: false };
  const checks = options.checksPassed ? [] : checkSteps(tools);
  const steps = [...checks, ...buildSteps(options, tools), ...releaseSteps(options, tools, state)];
  try {
    await runSteps(steps, { dryRun, print });
  } finally {
    if (state.isPromoted) print(describeRollback(environment, state.previous));
  }
  print(dryRun ? `Dry run for ${environment} done` : `✓ ${environment} runs ${commit}`);
}

interface DeployState {
  readonly commit: string;
  /** The version that was live before; undefined at the first deploy. */
  previous?: string | undefined;
  uploaded?: UploadedVersion;
  isPromoted: boolean;
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

function buildSteps({ environment }: DeployOptions, { run }: DeployTools): Step[] {
  const built = ["--config", BUILT_CONFIG, "--env", environment];
  return [
    local("locks that migrations take", run, {
      program: process.execPath,
      args: ["ops/check-migrations.ts"],
    }),
    local("build", run, {
      program: "npm",
      args: ["run", "--silent", "build"],
      env: { CLOUDFLARE_ENV: environment },
    }),
    local("dry run", run, wrangler(["deploy", "--dry-run", ...built])),
    local(
      "start-up",
      run,
      wrangler([
        ...["check", "startup", "--config", BUILT_CONFIG, "--args=--no-bundle"],
        ...["--outfile", "build/worker-startup.cpuprofile"],
      ]),
    ),
  ];
}

/** Migrations go first: by the expand/contract rule, the running code works with them too. */
function releaseSteps(options: DeployOptions, tools: DeployTools, state: DeployState): Step[] {
  const { environment, config, variables } = options;
  const { run, migrate, smoke } = tools;
  const isProduction = environment === "production";
  const siteUrl = readVar(config, "SITE_URL").replace(/\/$/, "");
  const built = ["--config", BUILT_CONFIG, "--env", environment];
  const source = ["--config", WRANGLER_TOML, "--env", environment];
  const upload = [
    ...["versions", "upload", ...built],
    ...["--tag", state.commit, "--message", `Commit ${state.commit}`],
  ];
  const promote = (version: string) =>
    wrangler(["versions", "deploy", `${version}@100%`, "--yes", ...built]);
  return [
    remote("note what is live", "wrangler deployments status", async () => {
      const status = wrangler(["deployments", "status", "--json", ...source], { quiet: true });
      state.previous = parseLiveVersion((await run(status)).stdout);
    }),
    remote("migrations", "pending migrations over DATABASE_URL", async () => {
      await migrate(variables.DATABASE_URL ?? "");
    }),
    remote("upload", commandLine(wrangler(upload)), async () => {
      state.uploaded = await readUpload((reportFile) =>
        succeed(run, wrangler(upload, { env: { WRANGLER_OUTPUT_FILE_PATH: reportFile } })),
      );
    }),
    remote(
      "smoke test of the preview",
      "npm run smoke, at the uploaded version's URL",
      async () => {
        await smoke({ url: uploaded(state).previewUrl, isProduction });
      },
    ),
    remote("promote", commandLine(promote("VERSION")), async () => {
      // From here on traffic may have moved, even if wrangler says that it failed.
      state.isPromoted = true;
      await succeed(run, promote(uploaded(state).id));
    }),
    // Routes and crons belong to no version.
    remote("routes and crons", "wrangler triggers deploy", async () => {
      await succeed(run, wrangler(["triggers", "deploy", ...built]));
    }),
    remote("smoke test of the site", `npm run smoke, at ${siteUrl}`, async () => {
      await smoke({ url: siteUrl, isProduction });
    }),
  ];
}

function uploaded({ uploaded: version }: DeployState): UploadedVersion {
  if (!version) throw new Error("nothing was uploaded");
  return version;
}

function local(name: string, run: RunCommand, command: Command): Step {
  return {
    name,
    plan: commandLine(command),
    needsAccount: false,
    run: () => succeed(run, command),
  };
}

function remote(name: string, plan: string, run: () => Promise<void>): Step {
  return { name, plan, needsAccount: true, run };
}

async function succeed(run: RunCommand, command: Command): Promise<void> {
  const { status } = await run(command);
  if (status !== 0) throw new Error(`${commandLine(command)} ended with status ${status}`);
}

function describeRollback(environment: CloudEnvironment, previous: string | undefined): string {
  return previous === undefined
    ? "This was the first version: there is none to roll back to"
    : `To go back: npm run rollback -- --env ${environment} --version ${previous}`;
}
