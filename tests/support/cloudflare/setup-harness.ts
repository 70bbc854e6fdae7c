/** A new product: its files filled in by a person, and empty accounts at Cloudflare, Supabase and Stripe. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { findFreePort, type HttpServer, listen } from "local-kit";
import { type Fixture, SECRET_KEY, startFixture } from "local-stripe/testing";
import { afterAll, beforeAll, vi } from "vitest";
import { studio } from "../../../app/content/studio.ts";
import { type Postgres, startPostgres } from "../../../local/postgres/index.ts";
import { createChildProcesses } from "../../../local/processes/child-processes.ts";
import { checkResources } from "../../../ops/doctor.ts";
import { readTarget, type Target } from "../../../ops/lib/target.ts";
import { setUpCloud } from "../../../ops/setup-cloud.ts";
import { createSupabaseDatabase, type SupabaseDatabase } from "../database/supabase-database.ts";
import { makeAuthority } from "../database/tls-postgres.ts";
import { makeLocalDir } from "../isolation.ts";
import {
  ACCESS_TOKEN,
  type ManagementApi,
  startManagementApi,
} from "../supabase/management-api.ts";
import { type Cloudflare, startCloudflare } from "./api.ts";
import { collectLines, type Outcome } from "./console-lines.ts";
import { addSitePages, sitePage } from "./site-pages.ts";

const PROJECT = "stagingproject";
const SITE = "https://staging.example.com";
const realFetch = fetch;

/**
 * A separate server: set-up gives the role `app_worker` a random password, and a server's databases share its
 * roles.
 */
let server: Postgres;
let serverFolder: string;
beforeAll(async () => {
  serverFolder = makeLocalDir("setup");
  server = await startPostgres({
    dataDir: path.join(serverFolder, "data"),
    port: await findFreePort(),
    processes: await createChildProcesses(serverFolder, { isTemporary: true }),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(serverFolder, { recursive: true, force: true });
});

export interface SetupHarness extends AsyncDisposable {
  readonly cloudflare: Cloudflare;
  readonly stripe: Fixture;
  readonly supabase: ManagementApi;
  readonly database: SupabaseDatabase;
  readonly folder: string;
  /** Accepted writes since the start, as "METHOD service path". */
  readonly writes: string[];
  /** The signing secret of the newest webhook endpoint. */
  endpointSecret: string | undefined;
  /** After this many writes, every response is lost and every later request refused. */
  cutOffAfter: number;
  readTarget(change?: Target["env"]): Target;
  setUp(change?: Target["env"]): Promise<Outcome>;
  /** Makes live what wrangler.toml says. */
  deploy(): void;
  /** The first setup, which ends with the request to deploy, and the deploy. */
  setUpAndDeploy(): Promise<void>;
  /** The status of every page; of 401 and 503 only that of /readyz with a token. */
  siteStatus: number;
  isClosed: boolean;
  /** From now on, requests to the site are this harness's. */
  answerFetch(): void;
  /** The doctor's lines that are not ✓. */
  examine(change?: Target["env"]): Promise<string[]>;
}

export async function startSetupHarness(): Promise<SetupHarness> {
  const folder = makeProject();
  const [cloudflare, stripe, supabase, database] = await Promise.all([
    startCloudflare(),
    startFixture({ prices: [] }),
    startManagementApi(PROJECT),
    createSupabaseDatabase(server.superuserUrl, PROJECT),
  ]);
  cloudflare.account.zones.push("example.com");
  // What a person clicks first.
  Object.assign(supabase.auth, {
    external_google_enabled: true,
    external_github_enabled: true,
    audit_log_disable_postgres: true,
  });
  const writes: string[] = [];
  let count = 0;

  /** Passes requests on, unless the harness is cut off. */
  const watch = async (service: string, origin: string) =>
    listen(async (request) => {
      const { pathname, search } = new URL(request.url);
      if (count >= harness.cutOffAfter) return new Response("cut off", { status: 403 });
      const headers = new Headers(request.headers);
      for (const name of ["host", "connection", "content-length"]) headers.delete(name);
      const body = request.method === "GET" ? null : await request.arrayBuffer();
      const response = await fetch(origin + pathname + search, {
        method: request.method,
        headers,
        body,
      });
      if (request.method === "GET" || !response.ok) return response;
      writes.push(`${request.method} ${service} ${pathname}`);
      count += 1;
      const text = await response.text();
      harness.endpointSecret =
        /"secret":\s*"(whsec_\w+)"/.exec(text)?.[1] ?? harness.endpointSecret;
      if (count >= harness.cutOffAfter) return new Response("cut off", { status: 403 });
      return new Response(text, response);
    }, 0);
  const proxies = await Promise.all([
    watch("cloudflare", cloudflare.url),
    watch("stripe", stripe.url),
    watch("supabase", supabase.url),
  ]);

  const site = await startSite(() => harness);

  const env: Target["env"] = {
    ...cloudflare.env,
    CLOUDFLARE_API_BASE_URL: `${proxies[0].url}/client/v4`,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_API_URL: proxies[1].url,
    SUPABASE_ACCESS_TOKEN: ACCESS_TOKEN,
    SUPABASE_API_BASE_URL: proxies[2].url,
    DATABASE_URL: database.url,
    DATABASE_CA_FILE: makeAuthority(folder, "ca"),
    SMTP_PASSWORD: "token-for-email",
    OPERATOR_TOKEN: "token-for-figures",
  };
  const harness: SetupHarness = {
    cloudflare,
    stripe,
    supabase,
    database,
    folder,
    writes,
    endpointSecret: undefined,
    cutOffAfter: Number.POSITIVE_INFINITY,
    siteStatus: 200,
    isClosed: false,
    answerFetch() {
      vi.spyOn(globalThis, "fetch").mockImplementation((input, init) =>
        realFetch(typeof input === "string" ? input.replace(SITE, site.url) : input, init),
      );
    },
    readTarget: (change) =>
      readTarget("staging", { folder, env: { ...env, ...change }, smokePauseMs: 1 }),
    setUp: (change) => {
      count = 0;
      return collectLines(() => setUpCloud(async () => harness.readTarget(change)));
    },
    examine: async (change) => {
      const results = await checkResources(harness.readTarget(change));
      return results.filter(({ status }) => status !== "✓").map(({ line }) => line);
    },
    deploy() {
      const { worker: name, config } = harness.readTarget();
      const { account } = cloudflare;
      const worker = account.worker(name);
      const vars = Object.entries(config.vars).map(([key, text]) => ({
        type: "plain_text",
        name: key,
        text: String(text),
      }));
      const bindings = [
        ...vars,
        ...config.hyperdrive.map(({ binding, id }) => ({ type: "hyperdrive", name: binding, id })),
        ...(config.ratelimits ?? []).map((limit) => ({ type: "ratelimit", ...limit })),
        ...(config.send_email ?? []).map(({ name: binding }) => ({
          type: "send_email",
          name: binding,
        })),
      ];
      const { id: version_id } = account.addVersion(worker, {
        annotations: { "workers/tag": git(folder, "rev-parse", "HEAD").trim() },
        bindings,
        secrets: worker.versions.at(-1)?.secrets ?? new Map(),
        modules: new Map(),
      });
      account.deploy(worker, [{ version_id, percentage: 100 }], {}, false);
      worker.crons = config.triggers?.crons ?? [];
      worker.domains = [new URL(SITE).hostname];
      worker.settings = { observability: config.observability };
    },
    async setUpAndDeploy() {
      const { error } = await harness.setUp();
      if (!error?.startsWith("What is live still differs")) throw new Error(error);
      harness.deploy();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([site, ...proxies].map((server) => server.close()));
      await Promise.all([cloudflare.close(), supabase.close(), database.drop()]);
      await stripe[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
      const { unknown } = cloudflare;
      if (unknown.length > 0) throw new Error(`Unknown to the API: ${unknown.join(", ")}`);
    },
  };
  harness.answerFetch();
  return harness;
}

/** The deployed site. */
function startSite(getState: () => SetupHarness): Promise<HttpServer> {
  const app = new Hono();
  app.use((context, next) => {
    const { isClosed, siteStatus } = getState();
    const isHealthCheck = ["/healthz", "/readyz"].includes(context.req.path);
    if (siteStatus === 500) return Promise.resolve(sitePage("Error", 500));
    if (!isClosed || isHealthCheck || context.req.header("X-Maintenance-Bypass")) return next();
    return Promise.resolve(new Response("", { status: 503, headers: { "X-Maintenance": "on" } }));
  });
  app.get("/healthz", (context) => context.json({ status: "ok", commit: "a" }));
  app.get("/readyz", (context) => {
    if (!context.req.header("Authorization")) return context.json({ status: "ok" });
    const { siteStatus: status } = getState();
    const overLimit = status === 503 ? ["retriesStuck is 2, over 0"] : [];
    return context.json({ overLimit, ...(status !== 401 && { backlog: {} }) }, status as 200);
  });
  app.get("/", () => sitePage(""));
  addSitePages(app);
  return listen(app.fetch, 0);
}

/** The files of the project, with the facts that a person fills in. */
function makeProject(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "setup-cloud-"));
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const names = [
    ...["wrangler.toml", "supabase", "workers"],
    // What the Worker of a closed site imports.
    ...["app/platform/digest.server.ts", "app/content/studio.ts", "app/content/brand.ts"],
    "app/ui/styles/theme-colors.ts",
  ];
  for (const name of names) cpSync(name, path.join(folder, name), { recursive: true });
  // Its own origin: main has every commit.
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "remote", "add", "origin", folder);
  const author = ["-c", "user.name=A", "-c", "user.email=a@b.c"];
  git(folder, "add", ...names);
  git(folder, ...author, "commit", "-q", "-m", "A");
  edit(path.join(folder, "app/content/studio.ts"), [[studio.email, "studio@example.com"]]);
  edit(path.join(folder, "wrangler.toml"), [
    ["staging.replace-me.example", "staging.example.com"],
    ["replacemestagingxxxx", PROJECT],
    ["pk_test_replace-me", "pk_test_fixture"],
    ["sheet.replace-me.example/staging", "sheet.example.com"],
  ]);
  return folder;
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, stdio: "pipe" }).toString();
}

function edit(file: string, changes: readonly (readonly [string, string])[]): void {
  let text = readFileSync(file, "utf8");
  for (const [before, after] of changes) text = text.replaceAll(before, after);
  writeFileSync(file, text);
}
