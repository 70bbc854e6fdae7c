/** From a build to a site that runs it: the steps of a deploy that need accounts, and the way back. */
import type { CloudWorker, LiveVersion } from "../cloud/worker.ts";
import { readLiveVersion } from "../cloud/worker.ts";
import { runWrangler, wrangler } from "../cloud/wrangler.ts";
import { readVar } from "../cloud/wrangler-config.ts";
import type { SmokeTarget } from "../smoke/checks.ts";
import type { DeployOptions, DeployTools } from "./deploy-options.ts";
import type { Step } from "./run-steps.ts";
import { OldSecretsError, routeTraffic } from "./traffic.ts";
import { uploadVersion } from "./upload.ts";
import { judgeTraffic } from "./watch.ts";

/** How far a deploy has come. */
export interface Release {
  readonly worker: CloudWorker;
  readonly commit: string;
  /** What was live before. */
  before?: LiveVersion;
  /** The uploaded version. */
  version?: string;
  /** From here on visitors may get the new version, even if wrangler says that it failed. */
  hasMoved: boolean;
  /** Lets others deploy again. */
  unlock?: () => Promise<void>;
}

/** The command that moves traffic back, or why there is none. */
export function describeWayBack({ before, worker }: Release): string {
  return before?.isProduct
    ? `To go back: npm run rollback -- --env ${worker.environment} --version ${before.id}`
    : "This is the first version: there is none to roll back to";
}

/** Migrations go first: by the expand/contract rule, the running code works with them too. */
export function releaseSteps(options: DeployOptions, tools: DeployTools, release: Release): Step[] {
  const { config, variables, shares } = options;
  const { worker, commit } = release;
  const site: SmokeTarget = {
    url: readVar(config, "SITE_URL").replace(/\/$/, ""),
    isProduction: options.environment === "production",
    commit,
  };
  const steps: Step[] = [
    remote("note what is live", "wrangler deployments status", async () => {
      release.unlock = await tools.lock(variables.DATABASE_URL ?? "");
      release.before = await readLiveVersion(tools.run, worker);
      requireSecrets(config.secrets?.required ?? [], release.before, worker);
    }),
    remote("migrations", "pending migrations over DATABASE_URL", () =>
      tools.migrate(variables.DATABASE_URL ?? ""),
    ),
    remote("upload", "wrangler versions upload", async () => {
      release.version = await uploadVersion(tools.run, worker, commit);
    }),
    remote(
      "try the new version",
      "npm run smoke, at the site, for a version without visitors",
      () => tryBeforeVisitors(tools, release, site),
    ),
    ...shares.map((share, at) =>
      remote(`promote to ${share} %`, `wrangler versions deploy VERSION@${share}%`, () =>
        promote(options, tools, release, share, at === shares.length - 1),
      ),
    ),
    // They belong to no version.
    remote("routes and crons", "wrangler triggers deploy", async () => {
      await runWrangler(tools.run, wrangler(["triggers", "deploy", ...worker.built]));
    }),
    remote("smoke test of the site", `npm run smoke, at ${site.url}`, () => tools.smoke(site)),
  ];
  return steps.map((step) => ({
    ...step,
    run: async () => {
      try {
        await step.run();
      } catch (error) {
        await goBack(tools, release, site);
        throw error;
      }
    },
  }));
}

/** The API says which are missing too, but only after the migrations have run. */
function requireSecrets(required: readonly string[], live: LiveVersion, worker: CloudWorker): void {
  const missing = required.filter((name) => !live.secrets.includes(name));
  if (missing.length === 0) return;
  throw new Error(
    `${worker.name} lacks the secrets ${missing.join(", ")}; run \`npm run setup:cloud -- --env ${worker.environment}\``,
  );
}

/**
 * A version with a share of nothing answers nobody but who asks for it by the header of version overrides.
 * The first version cannot be tried so: there is no site yet, and no visitor either.
 */
async function tryBeforeVisitors(
  tools: DeployTools,
  release: Release,
  site: SmokeTarget,
): Promise<void> {
  const { worker, commit, before } = release;
  const version = uploaded(release);
  if (!before?.isProduct) return tools.print("  there is no site yet; it is tried once it is up");
  const aside = new Map([
    [before.id, 100],
    [version, 0],
  ]);
  await routeTraffic(tools.run, worker, aside, `Try commit ${commit}`);
  await tools.smoke({ ...site, override: { worker: worker.name, version } });
}

async function promote(
  { watchMs }: DeployOptions,
  tools: DeployTools,
  release: Release,
  share: number,
  isLast: boolean,
): Promise<void> {
  const { worker, commit, before } = release;
  const version = uploaded(release);
  if (!isLast && !before?.isProduct) return tools.print("  nothing to share the visitors with yet");
  const shares = new Map([[version, share]]);
  if (!isLast && before) shares.set(before.id, 100 - share);
  const since = new Date();
  release.hasMoved = true;
  await routeTraffic(tools.run, worker, shares, `Commit ${commit}, ${share} %`);
  if (isLast) return;
  await tools.sleep(watchMs);
  const traffic = await tools.readTraffic(worker.name, version, since);
  tools.print(`  ${traffic.requests} requests, ${traffic.errors} errors`);
  const problem = judgeTraffic(traffic);
  if (problem !== undefined) throw new Error(problem);
}

/** Leaves the site as it was, or says what to do. Never throws: the reason for going back counts more. */
async function goBack(tools: DeployTools, release: Release, site: SmokeTarget): Promise<void> {
  const { before, worker, commit, version } = release;
  if (version === undefined) return;
  if (!before?.isProduct) {
    if (release.hasMoved) tools.print(describeWayBack(release));
    return;
  }
  try {
    await routeTraffic(tools.run, worker, new Map([[before.id, 100]]), `Undo commit ${commit}`);
    if (release.hasMoved) {
      tools.print(`All visitors have version ${before.id} again`);
      await tools.smoke({ url: site.url, isProduction: site.isProduction });
    }
  } catch (error) {
    if (error instanceof OldSecretsError && !release.hasMoved) {
      const names = error.secrets.join(", ");
      return tools.print(
        `Nothing was moved: ${names} changed since this deploy began. Deploy again`,
      );
    }
    tools.print(`✗ Going back failed: ${error instanceof Error ? error.message : String(error)}`);
    tools.print(describeWayBack(release));
  }
}

function uploaded({ version }: Release): string {
  if (version === undefined) throw new Error("nothing was uploaded");
  return version;
}

function remote(name: string, plan: string, run: () => Promise<void>): Step {
  return { name, plan, needsAccount: true, run };
}
