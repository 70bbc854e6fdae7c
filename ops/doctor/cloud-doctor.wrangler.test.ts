import { randomUUID } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { listen } from "local-kit";
import { type Fixture, SECRET_KEY, startFixture } from "local-stripe/testing";
import { afterAll, afterEach, beforeEach, expect, inject, test } from "vitest";
import { applyMigrations } from "../../drizzle/migrate.ts";
import { LOCAL_STRIPE_PRICES } from "../../local/seeds/stand-ins.ts";
import "../../tests/support/cloud-urls.ts";
import { type Cloudflare, startCloudflare } from "../../tests/support/cloudflare/api.ts";
import { collectLines } from "../../tests/support/cloudflare/console-lines.ts";
import {
  createSupabaseDatabase,
  type SupabaseDatabase,
} from "../../tests/support/cloudflare/supabase-database.ts";
import { PRICES } from "../../tests/support/prices.ts";
import { GOOD_AUTH_SETTINGS } from "../../tests/support/supabase-auth-settings.ts";
import { LOCAL_PRICES, LOCAL_PRODUCTS } from "../../tools/settings.ts";
import { ensurePolicies, readAlerts } from "../lib/alerts.ts";
import { ensurePortal, ensurePrices, ensureWebhookEndpoint } from "../lib/stripe.ts";
import { readTarget, type Target } from "../lib/target.ts";
import { runChecks } from "./checks.ts";
import { CLOUD_CHECKS } from "./cloud-doctor.ts";

const WORKER = readTarget("staging").worker;
const SITE_URL = "https://staging.example.com";
const HYPERDRIVE_ID = "6".repeat(32);
const ALERTS = { ...readAlerts("."), email: "operator@example.com" };
/** A project folder that matches `CONFIG`. */
const FOLDER = mkdtempSync(path.join(os.tmpdir(), "doctor-"));
symlinkSync(path.resolve("node_modules"), path.join(FOLDER, "node_modules"));
cpSync("wrangler.toml", path.join(FOLDER, "wrangler.toml"));
for (const name of ["supabase", "ops"]) mkdirSync(path.join(FOLDER, name));
writeFileSync(
  path.join(FOLDER, "supabase/config.toml"),
  `[remotes.staging]
project_id = "abc"
[remotes.staging.auth]
site_url = "${SITE_URL}"
additional_redirect_urls = []`,
);
writeFileSync(
  path.join(FOLDER, "ops/alerts.toml"),
  readFileSync("ops/alerts.toml", "utf8").replace(readAlerts(".").email, ALERTS.email),
);
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const CONFIG: Target["config"] = {
  name: WORKER,
  vars: {
    ENVIRONMENT: "staging",
    SITE_URL,
    SUPABASE_URL: "https://abc.supabase.co",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_abc",
    STRIPE_PUBLISHABLE_KEY: "pk_test_abc",
    STRIPE_PRICE_STARTER: LOCAL_PRICES.starter,
    STRIPE_PRICE_PRO: LOCAL_PRICES.pro,
    STRIPE_PRICE_BUSINESS: LOCAL_PRICES.business,
    STRIPE_PRODUCT_STARTER: LOCAL_PRODUCTS.starter,
    STRIPE_PRODUCT_PRO: LOCAL_PRODUCTS.pro,
    STRIPE_PRODUCT_BUSINESS: LOCAL_PRODUCTS.business,
    SHEET_API_URL: "https://sheet.example.com/rows",
  },
  secrets: { required: ["SUPABASE_SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS"] },
  hyperdrive: [{ binding: "HYPERDRIVE", id: HYPERDRIVE_ID }],
  routes: [],
};

let cloudflare: Cloudflare;
let stripe: Fixture;
let database: SupabaseDatabase;
beforeEach(async () => {
  cloudflare = await startCloudflare();
  stripe = await startFixture({ prices: LOCAL_STRIPE_PRICES });
  database = await createSupabaseDatabase(inject("superuserDatabaseUrl"), "abc");
});
afterEach(async () => {
  expect(cloudflare.unknown).toEqual([]);
  await Promise.all([cloudflare.close(), stripe[Symbol.asyncDispose](), database.drop()]);
});

/** Creates what setup:cloud and a deploy create, with changes. */
function seed({ secrets = CONFIG.secrets?.required ?? [], hyperdrive = {} } = {}): void {
  const { account } = cloudflare;
  const worker = account.createWorker(WORKER);
  account.addVersion(worker, {
    annotations: {},
    bindings: [],
    secrets: new Map(secrets.map((name) => [name, "value"])),
    modules: new Map(),
  });
  account.hyperdrives.push({
    id: HYPERDRIVE_ID,
    name: WORKER,
    origin: { host: "db.abc.supabase.co", user: "app_worker", port: 5432, database: "postgres" },
    caching: { disabled: true },
    origin_connection_limit: 30,
    mtls: { ca_certificate_id: randomUUID(), sslmode: "verify-full" },
    ...hyperdrive,
  });
}

/** Runs the doctor on an environment with these settings. */
async function runDoctor(
  change: {
    vars?: object;
    env?: Target["env"];
    authSettings?: object;
    isEncrypted?: boolean;
    hasEmail?: boolean;
  } = {},
): Promise<string[]> {
  const { vars, env, authSettings, isEncrypted = true, hasEmail = true } = change;
  const supabase = await listen(
    (request) =>
      request.url.endsWith("/config/auth")
        ? Response.json({ ...GOOD_AUTH_SETTINGS, ...authSettings })
        : Response.json({ currentConfig: { database: isEncrypted } }),
    0,
  );
  const target = readTarget("staging", {
    folder: FOLDER,
    config: {
      ...CONFIG,
      vars: { ...CONFIG.vars, ...vars },
      ...(hasEmail && { send_email: [{ name: "EMAIL" }] }),
    },
    env: env ?? {
      ...cloudflare.env,
      SUPABASE_ACCESS_TOKEN: "sbp_abc",
      SUPABASE_API_BASE_URL: supabase.url,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_API_URL: stripe.url,
      DATABASE_URL: database.url,
    },
  });
  const lines = await runChecks(CLOUD_CHECKS, { ...target, folder: FOLDER });
  await supabase.close();
  return lines;
}

const MANUAL_ALERTS = expect.stringMatching(/^\? alerts elsewhere: check the \d+ manual alerts/);

test("a complete setup passes", async () => {
  seed();
  await applyMigrations(database.url);
  const report = () => {};
  const storeSecret = async () => {};
  await ensureWebhookEndpoint(stripe.stripe, SITE_URL, { report, storeSecret });
  await ensurePortal(stripe.stripe, await ensurePrices(stripe.stripe, report), report);
  await collectLines(() => ensurePolicies(cloudflare.env, ALERTS));
  const lines = await runDoctor();
  expect(lines.filter((line) => !line.startsWith("✓"))).toEqual([MANUAL_ALERTS]);
  expect(lines).toHaveLength(16);
});

test("every problem gets its own line", async () => {
  seed({
    secrets: ["STRIPE_SECRET_KEY"],
    hyperdrive: {
      origin: { host: "db.production.supabase.co", user: "postgres" },
      caching: { disabled: false },
      origin_connection_limit: undefined,
      mtls: { sslmode: "require" },
    },
  });
  const lines = await runDoctor({
    vars: {
      STRIPE_PUBLISHABLE_KEY: "pk_live_abc",
      STRIPE_PRICE_STARTER: "price_none",
      STRIPE_PRICE_PRO: LOCAL_PRICES.business,
      STRIPE_PRODUCT_BUSINESS: LOCAL_PRODUCTS.pro,
    },
    authSettings: { hook_custom_access_token_enabled: false },
    isEncrypted: false,
    hasEmail: false,
  });
  expect(lines.join("\n").split("\n")).toEqual([
    "✓ wrangler.toml: [env.staging] is filled in",
    "✓ supabase/config.toml: [remotes.staging] matches wrangler.toml",
    "✓ content: placeholder facts are allowed",
    "✗ variables: Configuration for staging: STRIPE_PUBLISHABLE_KEY has to be a publishable key of test mode.",
    "✓ Cloudflare login: by token",
    "✗ secrets: missing SUPABASE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS; set each with `npx wrangler secret put NAME --env staging`",
    "✗ Hyperdrive: ",
    "    it connects to db.production.supabase.co, not to db.abc.supabase.co as in SUPABASE_URL",
    "    it signs in as postgres, not as app_worker",
    `    run \`npx wrangler hyperdrive update ${HYPERDRIVE_ID} --caching-disabled\``,
    `    run \`npx wrangler hyperdrive update ${HYPERDRIVE_ID} --origin-connection-limit 30\``,
    "    it does not verify the database's certificate: run setup:cloud",
    '? Email Service: the site sends no emails of its own; add [[env.staging.send_email]] with name = "EMAIL"',
    "✗ Supabase Auth: enable the hook (Authentication, Hooks, Customize access token claims, public.add_two_step_claim): without it the account area answers 503",
    "✗ database encryption: turn on Enforce SSL (Database settings, SSL configuration): unencrypted connections are accepted",
    expect.stringMatching(/^✓ database: the next deploy applies 0000_/),
    "✗ Stripe prices: ",
    "    STRIPE_PRICE_STARTER: no price price_none in this account",
    `    STRIPE_PRICE_PRO is not ${PRICES.pro.monthly} as on the site`,
    `    STRIPE_PRODUCT_BUSINESS is not ${LOCAL_PRODUCTS.business}, the product of STRIPE_PRICE_BUSINESS`,
    "✗ Stripe webhook endpoint: no endpoint for this site; run setup:cloud",
    "✗ Stripe billing portal: upgrades are not invoiced immediately; downgrades do not wait for the period's end; a plan change ends the trial; run setup:cloud",
    expect.stringMatching(/^✗ alerts at Cloudflare: "[^"]+: incident at Cloudflare" is missing; /),
    MANUAL_ALERTS,
  ]);
});

test("with keys of another environment, does not read its prices or database", async () => {
  const lines = await runDoctor({
    env: {
      CLOUDFLARE_API_TOKEN: "token",
      STRIPE_SECRET_KEY: "sk_live_0123456789",
      DATABASE_URL: "postgres://postgres:p@db.production.supabase.co:5432/postgres",
    },
  });
  const key = "STRIPE_SECRET_KEY must be a test key for staging";
  expect(lines.filter((line) => /Stripe|database:/.test(line))).toEqual([
    "✗ database: DATABASE_URL does not belong to this environment's Supabase project abc",
    `✗ Stripe prices: ${key}`,
    `✗ Stripe webhook endpoint: ${key}`,
    `✗ Stripe billing portal: ${key}`,
  ]);
});

test("in a fresh clone, lists placeholders and skipped checks", async () => {
  const vars = { SITE_URL: "https://staging.replace-me.example" };
  const lines = await runDoctor({ vars, env: { CLOUDFLARE_API_TOKEN: "token" } });
  expect(lines).toEqual([
    "✗ wrangler.toml: replace the placeholders of [env.staging]: vars.SITE_URL",
    expect.stringContaining("✗ supabase/config.toml: site_url is"),
    "✓ content: placeholder facts are allowed",
    "✓ variables: valid",
    "✗ Cloudflare login: CLOUDFLARE_ACCOUNT_ID is not set; CLOUDFLARE_API_TOKEN requires it",
    "? secrets: log in to Cloudflare",
    "? Hyperdrive: log in to Cloudflare",
    expect.stringMatching(/^✓ Email Service: /),
    "? Supabase Auth: set SUPABASE_ACCESS_TOKEN",
    "? database encryption: set SUPABASE_ACCESS_TOKEN",
    "? database: set DATABASE_URL",
    "? Stripe prices: set STRIPE_SECRET_KEY",
    "? Stripe webhook endpoint: set STRIPE_SECRET_KEY",
    "? Stripe billing portal: set STRIPE_SECRET_KEY",
    expect.stringContaining("? alerts at Cloudflare: set CLOUDFLARE_API_TOKEN"),
    MANUAL_ALERTS,
  ]);
});
