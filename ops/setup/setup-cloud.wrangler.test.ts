/** Setting up with the real wrangler, against stand-ins for Cloudflare and Stripe and a real Postgres. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach, expect, inject, test } from "vitest";
import { applyMigrations } from "../../drizzle/migrate.ts";
import { makeAuthority } from "../../tests/support/certificate-authority.ts";
import { type Cloudflare, startCloudflare } from "../../tests/support/cloudflare/api.ts";
import {
  createSupabaseDatabase,
  type SupabaseDatabase,
} from "../../tests/support/cloudflare/supabase-database.ts";
import "../../tests/support/cloud-urls.ts";
import { ALERTS } from "../alerts/alerts-fixture.ts";
import { createRunner } from "../cloud/command.ts";
import { type EmptyAccount, startEmptyAccount } from "./empty-account.ts";
import { findOrigin, renewWorkerPassword } from "./hyperdrive.ts";
import { type SetupOptions, setupCloud } from "./setup-cloud.ts";
import { connectStripe } from "./stripe.ts";

let cloudflare: Cloudflare;
let stripe: EmptyAccount;
let database: SupabaseDatabase;
beforeEach(async () => {
  cloudflare = await startCloudflare();
  stripe = await startEmptyAccount();
  database = await createSupabaseDatabase(inject("superuserDatabaseUrl"), "stagingproject");
});
afterEach(async () => {
  // The role belongs to the whole server, and other tests sign in with it.
  const sql = postgres(inject("superuserDatabaseUrl"), { max: 1 });
  await sql`alter role app_worker login password 'local'`;
  await sql.end();
  await Promise.all([cloudflare.close(), stripe.close(), database.drop()]);
});

const folder = mkdtempSync(path.join(os.tmpdir(), "setup-cloud-"));
const DATABASE_CA_FILE = makeAuthority(folder, "ca");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG: SetupOptions["config"] = {
  name: "selvedge-staging",
  vars: {
    SITE_URL: "https://staging.example.com",
    SUPABASE_URL: "https://stagingproject.supabase.co",
  },
  secrets: { required: ["SUPABASE_SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS"] },
};

async function setUp(change: Partial<SetupOptions> = {}) {
  const printed: string[] = [];
  const options: SetupOptions = {
    environment: "staging",
    config: CONFIG,
    dryRun: false,
    alerts: ALERTS,
    variables: {
      ...cloudflare.env,
      STRIPE_SECRET_KEY: "sk_test_abc",
      DATABASE_URL: database.url,
      DATABASE_CA_FILE,
    },
    ...change,
  };
  const error = await setupCloud(options, {
    run: createRunner({ env: cloudflare.env, quiet: true }),
    migrate: applyMigrations,
    renewWorkerPassword,
    connectStripe: (key) => {
      const { port } = new URL(stripe.url);
      return connectStripe(key, { host: "127.0.0.1", port, protocol: "http" });
    },
    print: (line) => printed.push(line),
  }).then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  );
  return { printed: printed.join("\n"), error };
}

test("run twice, everything is there once", async () => {
  const first = await setUp();
  const writes = stripe.writes.length;
  const second = await setUp();
  expect([first.error, second.error]).toEqual([undefined, undefined]);
  expect(cloudflare.unknown).toEqual([]);
  expect(stripe.writes).toHaveLength(writes);
  expect(second.printed).not.toContain("✓ created");

  const { account } = cloudflare;
  expect([...account.workers.keys()]).toEqual(["selvedge-staging"]);
  const secrets = account.worker("selvedge-staging").versions.at(-1)?.secrets;
  expect(secrets?.get("STRIPE_SECRET_KEY")).toBe("sk_test_abc");
  expect(secrets?.get("STRIPE_WEBHOOK_SECRETS")).toMatch(/^whsec_/);
  expect(account.hyperdrives).toMatchObject([
    {
      name: "selvedge-staging",
      origin: { user: "app_worker" },
      caching: { disabled: true },
      origin_connection_limit: 30,
      mtls: { ca_certificate_id: account.certificates[0]?.id, sslmode: "verify-full" },
    },
  ]);
  expect(account.certificates).toMatchObject([
    { ca: true, certificates: readFileSync(DATABASE_CA_FILE, "utf8") },
  ]);
  expect(second.printed).toContain(`id = "${account.hyperdrives[0]?.id}"`);
  expect(second.printed).toContain('STRIPE_PRICE_PRO = "price_2"');
  expect(second.printed).toContain('STRIPE_PRODUCT_PRO = "plan_pro"');
  expect(second.printed).toContain("trial reminders on");
  expect(first.printed).toContain("secret put SUPABASE_SECRET_KEY --env staging");
  expect(first.printed).toContain(`✓ created notification "incident"`);
  expect([...account.policies.values()]).toMatchObject([
    { name: "incident", enabled: true, mechanisms: { email: [{ id: "operator@example.com" }] } },
    { name: "requests", filters: { product: ["worker_requests"], limit: ["1000"] } },
  ]);
});

test("Hyperdrive's password is the role's, and the role may do no more than its grants", async () => {
  await setUp();
  const { origin } = cloudflare.account.hyperdrives[0] ?? {};
  const url = new URL(database.superuserUrl);
  url.username = String(origin?.user);
  url.password = String(origin?.password);
  const sql = postgres(url.href, { max: 1 });
  expect(await sql`select from public.items`).toHaveLength(0);
  await expect(sql`select from auth.users`).rejects.toThrow("permission denied");
  await sql.end();
});

test("why Hyperdrive could not be made is said without the password, and the next run makes it", async () => {
  cloudflare.breakAt({ at: /POST .*hyperdrive/, when: "503" });
  const { error } = await setUp();
  expect(error).toMatch(/hyperdrive create .*app_worker:…@.*: .*\S/);
  cloudflare.breakAt(undefined);
  expect((await setUp()).error).toBeUndefined();
  const { origin } = cloudflare.account.hyperdrives[0] ?? {};
  expect(origin?.user).toBe("app_worker");
});

test("a configuration that does not verify the database does from then on, and keeps the rest", async () => {
  await setUp();
  const { account } = cloudflare;
  const [made] = account.hyperdrives;
  const before = { ...made };
  Object.assign(made ?? {}, { mtls: { sslmode: "require" } });
  const second = await setUp();
  expect(second.error).toBeUndefined();
  expect(second.printed).toContain("✓ selvedge-staging verifies the database's certificate");
  expect(account.hyperdrives).toEqual([before]);

  const variables = { ...cloudflare.env, STRIPE_SECRET_KEY: "sk_test_abc" };
  const next = { DATABASE_URL: database.url, DATABASE_CA_FILE: makeAuthority(folder, "next") };
  expect((await setUp({ variables: { ...variables, ...next } })).error).toBeUndefined();
  const ids = account.certificates.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(account.hyperdrives).toEqual([
    { ...before, mtls: { ca_certificate_id: ids[1], sslmode: "verify-full" } },
  ]);
});

test("a configuration is found among many others", async () => {
  await setUp();
  const { hyperdrives } = cloudflare.account;
  const [ours] = hyperdrives;
  const others = Array.from({ length: 45 }, (_, index) => ({
    id: `${index}`.padStart(32, "0"),
    name: `other-${index}`,
    origin: { scheme: "postgres", host: "db.example.com", user: "app_worker" },
    caching: {},
  }));
  hyperdrives.unshift(...others);
  const { error, printed } = await setUp();
  expect(error).toBeUndefined();
  expect(printed).toContain(`id = "${ours?.id}"`);
  expect(hyperdrives).toHaveLength(46);
});

test("with another project's database nothing is touched", async () => {
  const { error, printed } = await setUp({
    environment: "production",
    config: { ...CONFIG, name: "selvedge-production" },
    variables: {
      ...cloudflare.env,
      STRIPE_SECRET_KEY: "sk_live_abc",
      DATABASE_URL: "postgres://postgres:p@db.productionproject.supabase.co:5432/postgres",
      DATABASE_CA_FILE,
    },
  });
  expect(error).toContain("Not set up");
  expect(printed).toBe(
    "✗ DATABASE_URL is not of the Supabase project stagingproject that this environment has",
  );
  expect([...cloudflare.account.workers, ...cloudflare.account.hyperdrives]).toEqual([]);
});

test("what is missing is said at once, and nothing is touched", async () => {
  const { error, printed } = await setUp({
    config: { ...CONFIG, vars: { SITE_URL: "https://replace-me.example" } },
    variables: { ...cloudflare.env, STRIPE_SECRET_KEY: "sk_live_x" },
  });
  expect(error).toContain("Not set up");
  expect(printed.split("\n").map((line) => line.slice(0, 30))).toEqual([
    "✗ SITE_URL and SUPABASE_URL of",
    "✗ STRIPE_SECRET_KEY must be a ",
    "✗ DATABASE_URL is not set: the",
    "✗ The connection to the databa",
  ]);
});

test("Hyperdrive gets the project's own host, whichever way migrations go", () => {
  const direct = "postgres://postgres:p@db.abc.supabase.co:5432/postgres";
  const pooler = "postgres://postgres.abc:p@aws-0-eu.pooler.supabase.com:5432/postgres";
  expect(findOrigin(direct, "https://abc.supabase.co")).toBe(direct);
  expect(findOrigin(pooler, "https://abc.supabase.co")).toBe(
    "postgres://db.abc.supabase.co:5432/postgres",
  );
  expect(findOrigin(pooler, "https://auth.example.com")).toBeUndefined();
});

test("a dry run needs no account, and lists what a program and what a person does", async () => {
  const { printed, error } = await setUp({ dryRun: true, variables: {} });
  expect(error).toBeUndefined();
  expect(cloudflare.requests).toEqual([]);
  expect(printed).toContain("Hyperdrive configuration selvedge-staging, caching off");
  expect(printed).toContain("Site URL https://staging.example.com, and no redirect URLs");
  expect(printed).toContain("https://stagingproject.supabase.co/auth/v1/callback");
  expect(printed).toContain("an outside monitor: /readyz: 2 failures in a row (nobody is served)");
  expect(printed).toContain("npm run doctor -- --env staging");
});
