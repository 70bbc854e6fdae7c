/** An operator's world for one test file: a checkout, a Cloudflare account, a database, and the site. */
import { stripVTControlCharacters } from "node:util";
import { inject } from "vitest";
import { applyMigrations } from "../../../drizzle/migrate.ts";
import { type Command, createRunner, type RunCommand } from "../../../ops/cloud/command.ts";
import { commandLine, findWarnings } from "../../../ops/cloud/wrangler.ts";
import { readWranglerConfig } from "../../../ops/cloud/wrangler-config.ts";
import { deploy } from "../../../ops/deploy/deploy.ts";
import { lockDeploys } from "../../../ops/deploy/deploy-lock.ts";
import type { DeployOptions } from "../../../ops/deploy/deploy-options.ts";
import { createTrafficReader } from "../../../ops/deploy/watch.ts";
import type { SmokeTarget } from "../../../ops/smoke/checks.ts";
import { runSmoke } from "../../../ops/smoke/run-smoke.ts";
import "../cloud-urls.ts";
import { ACCOUNT_ID, type Account, type Version } from "./account.ts";
import { API_TOKEN, type Cloudflare, startCloudflare } from "./api.ts";
import { type Checkout, SUPABASE_PROJECTS } from "./checkout.ts";
import { type Site, startSite } from "./site.ts";
import { createSupabaseDatabase, type SupabaseDatabase } from "./supabase-database.ts";

export const WORKER = "selvedge-staging";
/** The commit of what `seedLive` puts there. */
export const BEFORE = "b".repeat(12);
export const SECRETS = ["SUPABASE_SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS"];

export interface World extends AsyncDisposable {
  readonly cloudflare: Cloudflare;
  readonly site: Site;
  readonly database: SupabaseDatabase;
  readonly checkout: Checkout;
  /** Runs programs in the checkout, against the account. */
  readonly run: RunCommand;
  /** Tries the site wherever it runs. */
  smoke(target: SmokeTarget, print?: (line: string) => void): Promise<void>;
  /** Puts an earlier version of the product at 100 %, with secrets, as a deploy long ago would have. */
  seedLive(): Version;
  /** Puts the empty Worker there that `setup:cloud` leaves behind, with secrets. */
  seedEmpty(): void;
  /** Deploys the checkout's commit with the real wrangler. */
  deploy(change?: Partial<DeployOptions>, onLine?: (line: string) => void): Promise<Outcome>;
  /** From now on `hear` is told of every command that is run, and of what it wrote. */
  listen(hear: (command: string, output: string) => void): void;
  /** Every warning of a wrangler that did what it was asked; one that failed has said so anyway. */
  readonly warnings: string[];
}

export interface Outcome {
  /** Without "Error: "; undefined for a deploy that went well. */
  readonly error: string | undefined;
  readonly printed: readonly string[];
}

/** What depends on the commit alone is done once for it, in whichever world. */
const done = new Set<string>();

export async function startWorld(checkout: Checkout): Promise<World> {
  const cloudflare = await startCloudflare();
  const site = await startSite(cloudflare.account, WORKER, "staging.acme.example");
  const database = await createSupabaseDatabase(
    inject("superuserDatabaseUrl"),
    SUPABASE_PROJECTS.staging,
  );
  const warnings: string[] = [];
  const real = createRunner({ folder: checkout.folder, env: cloudflare.env, quiet: true });
  let hear: (command: string, output: string) => void = () => {};
  const run: RunCommand = async (command) => {
    const key = `${checkout.git("rev-parse", "HEAD")} ${commandLine(command)}`;
    if (done.has(key)) return DONE;
    const result = await real(command);
    hear(commandLine(command), stripVTControlCharacters(result.stdout + result.stderr));
    if (result.status === 0 && dependsOnCommitAlone(command)) done.add(key);
    const isWrangler = commandLine(command).startsWith("wrangler ");
    if (isWrangler && result.status === 0)
      warnings.push(...findWarnings(result.stdout + result.stderr));
    return result;
  };
  const smoke = (target: SmokeTarget, print: (line: string) => void = () => {}) =>
    runSmoke({ ...target, url: site.url }, { print, tries: 1 });
  return {
    cloudflare,
    site,
    database,
    checkout,
    run,
    smoke,
    listen: (next) => {
      hear = next;
    },
    warnings,
    seedLive: () => seed(cloudflare.account, PRODUCT),
    seedEmpty: () => void seed(cloudflare.account, []),
    async deploy(change = {}, onLine) {
      const printed: string[] = [];
      const print = (line: string) => {
        printed.push(line);
        onLine?.(line);
      };
      const options: DeployOptions = {
        environment: "staging",
        config: readWranglerConfig("staging", checkout.folder),
        dryRun: false,
        checksPassed: true,
        anyCommit: false,
        shares: [100],
        watchMs: 1,
        variables: { ...cloudflare.env, DATABASE_URL: database.url },
        folder: checkout.folder,
        ...change,
      };
      const running = deploy(options, {
        run,
        migrate: applyMigrations,
        lock: lockDeploys,
        smoke: (target) => smoke(target, print),
        readTraffic: createTrafficReader({
          accountId: ACCOUNT_ID,
          apiToken: API_TOKEN,
          baseUrl: cloudflare.env.CLOUDFLARE_API_BASE_URL,
        }),
        sleep: async () => {},
        print,
      });
      const error = await running.then(
        () => undefined,
        (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
      );
      return { error, printed };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([cloudflare.close(), site.close()]);
      await database.drop();
    },
  };
}

const PRODUCT = [{ type: "hyperdrive", name: "HYPERDRIVE" }];

function seed(account: Account, bindings: Version["bindings"]): Version {
  const worker = account.createWorker(WORKER);
  const version = account.addVersion(worker, {
    annotations: { "workers/tag": BEFORE },
    bindings,
    secrets: new Map(SECRETS.map((name) => [name, `${name}-1`])),
    modules: new Map([["index.js", `"${BEFORE}"`]]),
  });
  account.deploy(worker, [{ version_id: version.id, percentage: 100 }], {}, false);
  if (bindings.length > 0) worker.domains = ["staging.acme.example"];
  return version;
}

const DONE = { status: 0, stdout: "", stderr: "" };

/** Building one commit again makes the same code, apart from the time that /healthz tells. */
function dependsOnCommitAlone(command: Command): boolean {
  return /run --silent build$|^wrangler (deploy --dry-run|check startup) /.test(
    commandLine(command),
  );
}
