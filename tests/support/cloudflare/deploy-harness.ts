/** The environment of a deploy test: checkout, Cloudflare account, database, site. */
import { Hono } from "hono";
import { type HttpServer, listen } from "local-kit";
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import { withPostgres } from "../../../drizzle/connect.ts";
import { applyMigrations } from "../../../drizzle/migrate.ts";
import { release } from "../../../ops/deploy.ts";
import { readTarget } from "../../../ops/lib/target.ts";
import { createSupabaseDatabase, type SupabaseDatabase } from "../database/supabase-database.ts";
import { superuserDatabaseUrl } from "../running-cloud.ts";
import type { Account, Version } from "./account.ts";
import { startCloudflare } from "./api.ts";
import { type Checkout, makeCheckout, SUPABASE_PROJECTS } from "./checkout.ts";
import { collectLines } from "./console-lines.ts";
import { addSitePages, sitePage } from "./site-pages.ts";

export const WORKER = readTarget("staging").worker;
/** The commit of `seedLive`. */
export const PREVIOUS_COMMIT = "b".repeat(12);
export const SECRETS = ["SUPABASE_SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS"];

type DeployHarness = Awaited<ReturnType<typeof startDeployHarness>>;

/**
 * A checkout with a stub build for the tests of a file, and for each an account and a database, migrated if
 * asked.
 */
export function setUpDeployHarness({ isMigrated = false } = {}): () => DeployHarness {
  let checkout: Checkout;
  let original: SupabaseDatabase;
  let harness: DeployHarness;
  beforeAll(async () => {
    checkout = makeCheckout();
    checkout.writeStubBuild();
    original = await createSupabaseDatabase(superuserDatabaseUrl, SUPABASE_PROJECTS.staging);
    if (isMigrated) await applyMigrations(original.url);
  });
  afterAll(async () => {
    checkout.remove();
    await original.drop();
  });
  beforeEach(async () => {
    harness = await startDeployHarness(checkout, original);
    onTestFinished(() => harness[Symbol.asyncDispose]());
  });
  return () => harness;
}

async function startDeployHarness(checkout: Checkout, original: SupabaseDatabase) {
  const cloudflare = await startCloudflare();
  const site = await startSite(cloudflare.account, WORKER, "staging.acme.example");
  const project = SUPABASE_PROJECTS.staging;
  const database = await createSupabaseDatabase(superuserDatabaseUrl, project, original);
  /** Staging of the checkout, with the site on this machine. */
  const target = readTarget("staging", {
    folder: checkout.folder,
    env: { ...cloudflare.env, DATABASE_URL: database.url, OPERATOR_TOKEN: "for-operators" },
    siteUrl: site.url,
    smokePauseMs: 1,
  });
  const { account } = cloudflare;
  return {
    checkout,
    cloudflare,
    /** Staging's Worker. */
    worker: () => account.worker(WORKER),
    /** The version with most of the traffic. */
    live: () => account.live(account.worker(WORKER)),
    site,
    database,
    target,
    /** Creates a live earlier version with secrets. */
    seedLive: () => seed(account, PRODUCT),
    /** Creates the empty Worker of `setup:cloud`, by default with all secrets. */
    seedEmpty: (secrets?: string[]) => void seed(account, [], secrets),
    /** Releases the checkout's build. */
    release: (onLine?: (line: string) => void, takeDomains = false) =>
      collectLines(() => release(target, checkout.head(), { "take-domains": takeDomains }), onLine),
    /** Traffic percentage by commit. */
    readTrafficShares() {
      const worker = account.worker(WORKER);
      const entries = worker.deployments[0]?.versions.map(({ version_id, percentage }) => {
        const { annotations } = account.version(worker, version_id);
        return [annotations["workers/tag"] ?? "none", percentage] as const;
      });
      return Object.fromEntries(entries ?? []);
    },
    /** Number of applied migrations. */
    countMigrations: () =>
      withPostgres(database.superuserUrl, async (sql) => {
        const [row] = await sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`;
        return row?.name ? (await sql`select from drizzle.__drizzle_migrations`).length : 0;
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([cloudflare.close(), site.close()]);
      await database.drop();
      const { unknown } = cloudflare;
      if (unknown.length > 0) throw new Error(`Unknown to the API: ${unknown.join(", ")}`);
    },
  };
}

const PRODUCT = [{ type: "hyperdrive", name: "HYPERDRIVE" }];

function seed(account: Account, bindings: Version["bindings"], secrets = SECRETS): Version {
  const worker = account.createWorker(WORKER);
  const version = account.addVersion(worker, {
    annotations: { "workers/tag": PREVIOUS_COMMIT },
    bindings,
    secrets: new Map(secrets.map((name) => [name, `${name}-1`])),
    modules: new Map([["index.js", `"${PREVIOUS_COMMIT}"`]]),
  });
  account.deploy(worker, [{ version_id: version.id, percentage: 100 }], {}, false);
  if (bindings.length > 0) worker.domains = ["staging.acme.example"];
  return version;
}

interface Site extends HttpServer {
  /** Commits whose build cannot reach the database, and whose pages fail. */
  readonly broken: Set<string>;
  /** Cloudflare challenges every request before it reaches a Worker, as under attack. */
  isChallenged: boolean;
}

/** Serves Worker `name` of `account` after `hostname` has been attached. */
async function startSite(account: Account, name: string, hostname: string): Promise<Site> {
  const broken = new Set<string>();
  const app = new Hono<{ Variables: { version: Version } }>();
  app.use(async (context, next) => {
    const worker = account.workers.get(name);
    const header = context.req.header("Cloudflare-Workers-Version-Overrides") ?? "";
    const requested = new RegExp(`^${name}="([\\w-]+)"$`).exec(header)?.[1];
    const [deployment] = worker?.deployments ?? [];
    const isDeployed = deployment?.versions.some(({ version_id }) => version_id === requested);
    if (!worker?.domains.includes(hostname)) return context.text("No such host", 530 as 500);
    const version =
      isDeployed && requested ? account.version(worker, requested) : account.live(worker);
    if (version === undefined) return context.text("No version", 500);
    context.set("version", version);
    return next();
  });
  app.get("/healthz", (context) => {
    return context.json({ status: "ok", commit: builtCommit(context.get("version")) });
  });
  app.get("/readyz", (context) => {
    const isBroken = broken.has(builtCommit(context.get("version")));
    return isBroken ? context.json({ status: "unavailable" }, 503) : context.json({ status: "ok" });
  });
  app.get("/", (context) =>
    sitePage("", broken.has(builtCommit(context.get("version"))) ? 500 : 200),
  );
  addSitePages(app);
  const state = { isChallenged: false };
  const server = await listen((request) => {
    if (state.isChallenged) {
      return new Response("", { status: 403, headers: { "cf-mitigated": "challenge" } });
    }
    const route = account.routes.find(({ pattern }) => pattern === `${hostname}/*`);
    const inFront = route && account.live(account.worker(route.script));
    return inFront ? runModule(inFront, request, app) : app.fetch(request);
  }, 0);
  return Object.assign(state, server, { broken });
}

type Fetching = { fetch(request: Request): Response | Promise<Response> };

/** Runs an uploaded Worker with the binding SITE and its variables. */
async function runModule({ modules, bindings }: Version, request: Request, SITE: Fetching) {
  const [code = ""] = modules.values();
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const variables = Object.fromEntries(bindings.map(({ name, text }) => [name, text]));
  const response: Response = await module.default.fetch(request, { ...variables, SITE });
  return response;
}

/** The commit in the uploaded code: the tag, if the code contains it. */
function builtCommit({ annotations, modules }: Version): string {
  const tag = annotations["workers/tag"] ?? "";
  const isInCode = tag !== "" && Array.from(modules.values()).some((text) => text.includes(tag));
  return isInCode ? tag : "unknown";
}
