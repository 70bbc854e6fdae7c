/** Sets up with the real wrangler, against stand-ins for Cloudflare and Stripe and a real Postgres. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Fixture, SECRET_KEY, startFixture } from "local-stripe/testing";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach, expect, inject, test } from "vitest";
import { makeAuthority } from "../tests/support/certificate-authority.ts";
import { type Cloudflare, startCloudflare } from "../tests/support/cloudflare/api.ts";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import {
  createSupabaseDatabase,
  type SupabaseDatabase,
} from "../tests/support/cloudflare/supabase-database.ts";
import "../tests/support/cloud-urls.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { setupCloud } from "./setup-cloud.ts";

let cloudflare: Cloudflare;
let stripe: Fixture;
let database: SupabaseDatabase;
let stripeWrites: number;
beforeEach(async () => {
  stripeWrites = 0;
  cloudflare = await startCloudflare();
  stripe = await startFixture({
    prices: [],
    onApiCall: ({ method }) => {
      if (method === "POST") stripeWrites += 1;
    },
  });
  database = await createSupabaseDatabase(inject("superuserDatabaseUrl"), "stagingproject");
});
afterEach(async () => {
  expect(cloudflare.unknown).toEqual([]);
  // The role is shared by all databases of the server, and other tests use it.
  const sql = postgres(inject("superuserDatabaseUrl"), { max: 1 });
  await sql`alter role app_worker login password 'local'`;
  await sql.end();
  await Promise.all([cloudflare.close(), stripe[Symbol.asyncDispose](), database.drop()]);
});

const folder = mkdtempSync(path.join(os.tmpdir(), "setup-cloud-"));
const DATABASE_CA_FILE = makeAuthority(folder, "ca");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORKER = readTarget("staging").worker;
const CONFIG: Target["config"] = {
  name: WORKER,
  vars: {
    SITE_URL: "https://staging.example.com",
    SUPABASE_URL: "https://stagingproject.supabase.co",
  },
  secrets: { required: ["SUPABASE_SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS"] },
  hyperdrive: [],
  routes: [],
};

async function setUp(
  change: { env?: Target["env"]; vars?: Record<string, string>; dryRun?: boolean } = {},
) {
  const { env, vars = CONFIG.vars, dryRun = false } = change;
  const target = readTarget("staging", {
    config: { ...CONFIG, vars },
    env: {
      ...cloudflare.env,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_API_URL: stripe.url,
      DATABASE_URL: database.url,
      DATABASE_CA_FILE,
      ...env,
    },
  });
  const { error, lines } = await collectLines(() => setupCloud(target, { dryRun }));
  return { error, printed: lines.join("\n") };
}

test("a second run finds everything and creates nothing", async () => {
  const { account } = cloudflare;
  // Moves the configuration to a later page of the list.
  const others = Array.from({ length: 45 }, (_, index) => ({
    id: `${index}`.padStart(32, "0"),
    name: `other-${index}`,
    origin: { scheme: "postgres", host: "db.example.com", user: "app_worker" },
    caching: {},
  }));
  account.hyperdrives.push(...others);
  const first = await setUp();
  const writes = stripeWrites;
  const second = await setUp();
  expect([first.error, second.error]).toEqual([undefined, undefined]);
  expect(stripeWrites).toBe(writes);
  expect(second.printed).not.toContain("✓ created");

  expect([...account.workers.keys()]).toEqual([WORKER]);
  const secrets = account.worker(WORKER).versions.at(-1)?.secrets;
  expect(secrets?.get("STRIPE_SECRET_KEY")).toBe(SECRET_KEY);
  expect(secrets?.get("STRIPE_WEBHOOK_SECRETS")).toMatch(/^whsec_/);
  const [hyperdrive, ...more] = account.hyperdrives.slice(others.length);
  expect(more).toEqual([]);
  expect(hyperdrive).toMatchObject({
    name: WORKER,
    origin: { user: "app_worker" },
    caching: { disabled: true },
    origin_connection_limit: 30,
    mtls: { ca_certificate_id: account.certificates[0]?.id, sslmode: "verify-full" },
  });
  expect(account.certificates).toMatchObject([
    { ca: true, certificates: readFileSync(DATABASE_CA_FILE, "utf8") },
  ]);
  const { data: prices } = await stripe.stripe.prices.list({ lookup_keys: ["pro_monthly"] });
  expect(second.printed).toContain(`id = "${hyperdrive?.id}"`);
  expect(second.printed).toContain(`STRIPE_PRICE_PRO = "${prices[0]?.id}"`);
  expect(second.printed).toContain('STRIPE_PRODUCT_PRO = "plan_pro"');
  expect(second.printed).toContain("trial reminders on");
  expect(first.printed).toContain("secret put SUPABASE_SECRET_KEY --env staging");
  expect(first.printed).toContain("✗ alerts: ops/alerts.toml: set the recipient (email)");

  // Hyperdrive has the role's password, and the role has only its grants.
  const url = new URL(database.superuserUrl);
  url.username = String(hyperdrive?.origin.user);
  url.password = String(hyperdrive?.origin.password);
  const sql = postgres(url.href, { max: 1 });
  expect(await sql`select from public.items`).toHaveLength(0);
  await expect(sql`select from auth.users`).rejects.toThrow("permission denied");
  await sql.end();
});

test("a Hyperdrive failure is reported without the password, and the next run recovers", async () => {
  cloudflare.injectFault({ at: /POST .*hyperdrive/, when: "503" });
  const { error } = await setUp();
  expect(error).toMatch(/hyperdrive create .*app_worker:…@.*: .*\S/);
  cloudflare.injectFault(undefined);
  expect((await setUp()).error).toBeUndefined();
  const { account } = cloudflare;
  const [made] = account.hyperdrives;
  expect(made?.origin.user).toBe("app_worker");

  // An existing configuration gets verification, also with a new authority, and keeps its other settings.
  const before = { ...made };
  Object.assign(made ?? {}, { mtls: { sslmode: "require" } });
  const { printed } = await setUp({ env: { DATABASE_CA_FILE: makeAuthority(folder, "next") } });
  expect(printed).toContain(`✓ ${WORKER} now verifies the database's certificate`);
  const ids = account.certificates.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(account.hyperdrives).toEqual([
    { ...before, mtls: { ca_certificate_id: ids[1], sslmode: "verify-full" } },
  ]);
});

test("another project's database stops the setup before any change", async () => {
  const DATABASE_URL = "postgres://postgres:p@db.productionproject.supabase.co:5432/postgres";
  const { error, printed } = await setUp({ env: { DATABASE_URL } });
  expect(error).toContain("Not set up");
  expect(printed).toBe(
    "✗ DATABASE_URL does not belong to this environment's Supabase project stagingproject",
  );
  expect(cloudflare.requests).toEqual([]);
});

test("missing prerequisites are all reported before any change", async () => {
  const { error, printed } = await setUp({
    vars: { SITE_URL: "https://replace-me.example" },
    env: { STRIPE_SECRET_KEY: "sk_live_x", DATABASE_URL: "", DATABASE_CA_FILE: undefined },
  });
  expect(error).toContain("Not set up");
  expect(printed.split("\n").map((line) => line.slice(0, 30))).toEqual([
    "✗ SITE_URL and SUPABASE_URL of",
    "✗ STRIPE_SECRET_KEY must be a ",
    "✗ DATABASE_URL is not set: the",
    "✗ The connection to the databa",
  ]);
  expect(cloudflare.requests).toEqual([]);
});

test("a dry run needs no account, and lists automatic and manual steps", async () => {
  const { printed, error } = await setUp({ dryRun: true });
  expect(error).toBeUndefined();
  expect(cloudflare.requests).toEqual([]);
  expect(printed).toContain(`Hyperdrive configuration ${WORKER}, caching off`);
  expect(printed).toContain("Site URL https://staging.example.com, and no redirect URLs");
  expect(printed).toContain("https://stagingproject.supabase.co/auth/v1/callback");
  expect(printed).toContain("an outside monitor: /readyz, every minute: 2 failures in a row");
  expect(printed).toContain("npm run doctor -- --env staging");
});
