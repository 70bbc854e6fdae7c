/** Deploys as an operator does, with the stand-ins in the places of Cloudflare and of the site. */
import { applyMigrations } from "../../../drizzle/migrate.ts";
import type { Command, RunCommand } from "../../../ops/cloud/command.ts";
import { commandLine } from "../../../ops/cloud/wrangler.ts";
import { readWranglerConfig } from "../../../ops/cloud/wrangler-config.ts";
import { deploy } from "../../../ops/deploy/deploy.ts";
import { lockDeploys } from "../../../ops/deploy/deploy-lock.ts";
import type { DeployOptions } from "../../../ops/deploy/deploy-options.ts";
import { createTrafficReader } from "../../../ops/deploy/watch.ts";
import type { SmokeTarget } from "../../../ops/smoke/checks.ts";
import { runSmoke } from "../../../ops/smoke/run-smoke.ts";

export interface Operator {
  /** Of the checkout. */
  readonly folder: string;
  /** As wrangler has it: CLOUDFLARE_API_BASE_URL and what goes with it. */
  readonly cloudflare: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  /** Where the site answers: no name server knows the address in wrangler.toml. */
  readonly siteUrl: string;
}

type Print = (line: string) => void;

/** Deploys the checkout's commit to staging. Throws one line, as `deploy` does. */
export function deployAs(
  { folder, cloudflare, databaseUrl, siteUrl }: Operator,
  { run, print }: { readonly run: RunCommand; readonly print: Print },
  change: Partial<DeployOptions> = {},
): Promise<void> {
  const options: DeployOptions = {
    environment: "staging",
    config: readWranglerConfig("staging", folder),
    dryRun: false,
    checksPassed: true,
    anyCommit: false,
    shares: [100],
    watchMs: 1,
    variables: { ...cloudflare, DATABASE_URL: databaseUrl },
    folder,
    ...change,
  };
  return deploy(options, {
    run,
    migrate: applyMigrations,
    lock: lockDeploys,
    smoke: (target) => smokeAt(siteUrl, target, print),
    readTraffic: createTrafficReader({
      accountId: cloudflare.CLOUDFLARE_ACCOUNT_ID ?? "",
      apiToken: cloudflare.CLOUDFLARE_API_TOKEN ?? "",
      baseUrl: cloudflare.CLOUDFLARE_API_BASE_URL,
    }),
    sleep: async () => {},
    print,
  });
}

/** Tries the site once, where it really answers. */
export function smokeAt(siteUrl: string, target: SmokeTarget, print: Print): Promise<void> {
  return runSmoke({ ...target, url: siteUrl }, { print, tries: 1 });
}

/** What a command that depends on the commit alone would answer again. */
export const DONE = { status: 0, stdout: "", stderr: "" };

/** Building one commit again makes the same code, apart from the time that /healthz tells. */
export function dependsOnCommitAlone(command: Command): boolean {
  return /run --silent build$|^wrangler (deploy --dry-run|check startup) /.test(
    commandLine(command),
  );
}
