/** An operator's world for one test file: a checkout, a Cloudflare account, a database, and the site. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import postgres from "postgres";
import { inject } from "vitest";
import { createRunner, type RunCommand } from "../../../ops/cloud/command.ts";
import { commandLine, findWarnings } from "../../../ops/cloud/wrangler.ts";
import type { DeployOptions } from "../../../ops/deploy/deploy-options.ts";
import type { SmokeTarget } from "../../../ops/smoke/checks.ts";
import "../cloud-urls.ts";
import type { Account, Version } from "./account.ts";
import { type Cloudflare, startCloudflare } from "./api.ts";
import { type Checkout, SUPABASE_PROJECTS } from "./checkout.ts";
import { DONE, dependsOnCommitAlone, deployAs, type Operator, smokeAt } from "./operator.ts";
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
  /** Deploys in a process of its own, which is killed with all that it has started, as soon as `isTime` says so. */
  deployAndDie(isTime: (printed: string) => boolean): Promise<void>;
  /** Which share of the visitors each commit has. */
  shares(): Record<string, number>;
  /** How many migrations the database has. */
  appliedMigrations(): Promise<number>;
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
    smokeAt(site.url, target, print);
  const operator: Operator = {
    folder: checkout.folder,
    cloudflare: cloudflare.env,
    databaseUrl: database.url,
    siteUrl: site.url,
  };
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
      const running = deployAs(operator, { run, print }, change);
      const error = await running.then(
        () => undefined,
        (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
      );
      return { error, printed };
    },
    async deployAndDie(isTime) {
      const program = path.join(import.meta.dirname, "deploy-child.ts");
      const env = { ...process.env, ...cloudflare.env };
      const args = [program, JSON.stringify(operator)];
      const child = spawn(process.execPath, args, { cwd: checkout.folder, env, detached: true });
      let printed = "";
      child.stdout.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
      });
      const ended = once(child, "close");
      while (child.exitCode === null && !isTime(printed)) await sleep(5);
      if (child.exitCode !== null) throw new Error(`The deploy ended by itself: ${printed}`);
      process.kill(-(child.pid ?? 0), "SIGKILL");
      await ended;
    },
    shares() {
      const { account } = cloudflare;
      const worker = account.worker(WORKER);
      const entries = worker.deployments[0]?.versions.map(({ version_id, percentage }) => {
        const { annotations } = account.version(worker, version_id);
        return [annotations["workers/tag"] ?? "none", percentage] as const;
      });
      return Object.fromEntries(entries ?? []);
    },
    async appliedMigrations() {
      const sql = postgres(database.superuserUrl, { max: 1, onnotice: () => {} });
      try {
        const [row] = await sql<{ table: string | null }[]>`
          select to_regclass('drizzle.__drizzle_migrations')::text as table`;
        if (!row?.table) return 0;
        return (await sql`select from drizzle.__drizzle_migrations`).length;
      } finally {
        await sql.end({ timeout: 5 });
      }
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
