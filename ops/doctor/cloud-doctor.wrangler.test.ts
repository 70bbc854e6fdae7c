import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { connect, SECRET_KEY, start } from "local-stripe/testing";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { type Cloudflare, startCloudflare } from "../../tests/support/cloudflare/api.ts";
import { LOCAL_PRICES, LOCAL_PRODUCTS } from "../../tools/settings.ts";
import { ALERTS } from "../alerts/alerts-fixture.ts";
import { createAlertingApi, ensurePolicies } from "../alerts/policies.ts";
import { createRunner } from "../cloud/command.ts";
import { ensurePortal, ensurePrices, ensureWebhookEndpoint } from "../setup/stripe.ts";
import { type CloudCase, examineCloud } from "./cloud-doctor.ts";
import { describeFinding } from "./finding.ts";
import { GOOD_AUTH_SETTINGS } from "./supabase-settings-fixture.ts";

const SITE_URL = "https://staging.example.com";
const HYPERDRIVE_ID = "6".repeat(32);
/** Describes the project and the site of `GOOD` to Supabase's own tool. */
const FOLDER = mkdtempSync(path.join(os.tmpdir(), "doctor-"));
mkdirSync(path.join(FOLDER, "supabase"));
writeFileSync(
  path.join(FOLDER, "supabase/config.toml"),
  `[remotes.staging]
project_id = "abc"
[remotes.staging.auth]
site_url = "${SITE_URL}"
additional_redirect_urls = []`,
);
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const GOOD: CloudCase = {
  folder: FOLDER,
  alerts: ALERTS,
  environment: "staging",
  config: {
    name: "selvedge-staging",
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
  },
  variables: {
    CLOUDFLARE_API_TOKEN: "token",
    CLOUDFLARE_ACCOUNT_ID: "account",
    SUPABASE_ACCESS_TOKEN: "sbp_abc",
    STRIPE_SECRET_KEY: SECRET_KEY,
    DATABASE_URL: "postgres://postgres:p@db.abc.supabase.co:5432/postgres",
  },
};
let cloudflare: Cloudflare;
beforeEach(async () => {
  cloudflare = await startCloudflare();
});
afterEach(async () => {
  expect(cloudflare.unknown).toEqual([]);
  await cloudflare.close();
});

/** What setup:cloud and a deploy leave behind, with changes. */
function seed({ secrets = GOOD.config.secrets?.required ?? [], hyperdrive = {} } = {}): void {
  const { account } = cloudflare;
  const worker = account.createWorker("selvedge-staging");
  account.addVersion(worker, {
    annotations: {},
    bindings: [],
    secrets: new Map(secrets.map((name) => [name, "value"])),
    modules: new Map(),
  });
  account.hyperdrives.push({
    id: HYPERDRIVE_ID,
    name: "selvedge-staging",
    origin: { host: "db.abc.supabase.co", user: "app_worker", port: 5432, database: "postgres" },
    caching: { disabled: true },
    origin_connection_limit: 30,
    mtls: { ca_certificate_id: randomUUID(), sslmode: "verify-full" },
    ...hyperdrive,
  });
}

async function examine(
  patient: CloudCase,
  options: {
    stripeUrl: string;
    authSettings?: object;
    isEncrypted?: boolean;
    pending?: string[];
  },
): Promise<string[]> {
  const account = patient.variables.CLOUDFLARE_ACCOUNT_ID ? cloudflare.env : {};
  const variables = { ...patient.variables, ...account };
  const findings = await examineCloud(
    { ...patient, variables },
    {
      run: createRunner({ env: cloudflare.env, quiet: true }),
      readSettings: async (kind) =>
        kind === "config/auth"
          ? { ...GOOD_AUTH_SETTINGS, ...options.authSettings }
          : { currentConfig: { database: options.isEncrypted ?? true } },
      connectStripe: (key) => connect(options.stripeUrl, key),
      findPendingMigrations: async () => options.pending ?? [],
    },
  );
  return findings.map(describeFinding);
}

const BY_HAND =
  "? alerts elsewhere: no program can read the 1 that ops/alerts.toml lists under by_hand; look yourself";

test("a good set-up has nothing to mend", async () => {
  seed();
  await using stripe = await start();
  const tools = { report: () => {}, keepSecret: async () => {} };
  await ensureWebhookEndpoint(stripe.stripe, SITE_URL, tools);
  await ensurePortal(stripe.stripe, await ensurePrices(stripe.stripe, tools.report), tools.report);
  const call = createAlertingApi(cloudflare.env);
  if (call) await ensurePolicies(call, ALERTS, tools.report);
  const lines = await examine(GOOD, { stripeUrl: stripe.url });
  expect(lines.filter((line) => !line.startsWith("✓"))).toEqual([BY_HAND]);
  expect(lines).toHaveLength(16);
});

test("a broken one is told line by line", async () => {
  await using stripe = await start();
  const vars = {
    ...GOOD.config.vars,
    STRIPE_PUBLISHABLE_KEY: "pk_live_abc",
    STRIPE_PRICE_STARTER: "price_none",
    STRIPE_PRICE_PRO: LOCAL_PRICES.business,
    STRIPE_PRODUCT_BUSINESS: LOCAL_PRODUCTS.pro,
  };
  seed({
    secrets: ["STRIPE_SECRET_KEY"],
    hyperdrive: {
      origin: { host: "db.production.supabase.co", user: "postgres" },
      caching: { disabled: false },
      origin_connection_limit: undefined,
      mtls: { sslmode: "require" },
    },
  });
  const patient = { ...GOOD, config: { ...GOOD.config, vars } };
  const authSettings = { hook_custom_access_token_enabled: false };
  const lines = await examine(patient, {
    stripeUrl: stripe.url,
    authSettings,
    isEncrypted: false,
    pending: ["0006_x"],
  });
  expect(lines).toEqual([
    "✓ wrangler.toml [env.staging]: filled in",
    "✓ supabase/config.toml [remotes.staging]: as wrangler.toml has it",
    "✗ variables: Configuration for staging: STRIPE_PUBLISHABLE_KEY has to be a publishable key of test mode.",
    "✓ Cloudflare login",
    "✗ secrets: missing SUPABASE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS; set each with `npx wrangler secret put NAME --env staging`",
    `✗ Hyperdrive: it leads to db.production.supabase.co, not to db.abc.supabase.co that SUPABASE_URL names; it signs in as postgres, not as app_worker; run \`npx wrangler hyperdrive update ${HYPERDRIVE_ID} --caching-disabled\`; run \`npx wrangler hyperdrive update ${HYPERDRIVE_ID} --origin-connection-limit 30\`; it does not verify the database's certificate: run setup:cloud`,
    "✗ Supabase Auth: enable the hook (Authentication, Hooks, Customize access token claims, public.add_two_step_claim): without it the account area answers 503",
    "✗ database encryption: turn on Enforce SSL (Database settings, SSL configuration): a connection in clear text is accepted",
    "✗ price of Starter: No such price: 'price_none'",
    "✗ price of Pro: STRIPE_PRICE_PRO is not $250 a month, as the site says",
    `✗ price of Business: STRIPE_PRODUCT_BUSINESS is not ${LOCAL_PRODUCTS.business}, the product of STRIPE_PRICE_BUSINESS`,
    "✗ webhook endpoint: there is none for this site; run setup:cloud",
    "✗ billing portal: upgrades are not invoiced at once; downgrades do not wait for the period's end; a change of plan ends the trial; run setup:cloud",
    "✓ database: the next deploy applies 0006_x",
    '✗ alerts at Cloudflare: "incident" is missing; "requests" is missing; run setup:cloud',
    BY_HAND,
  ]);
});

test("with the logins of another environment it looks at neither its prices nor its database", async () => {
  seed();
  const variables = {
    ...GOOD.variables,
    STRIPE_SECRET_KEY: "sk_live_0123456789",
    DATABASE_URL: "postgres://postgres:p@db.production.supabase.co:5432/postgres",
  };
  const lines = await examine({ ...GOOD, variables }, { stripeUrl: "http://127.0.0.1:9" });
  expect(lines.filter((line) => /Stripe|price|webhook|portal|database:/.test(line))).toEqual([
    "✗ Stripe: STRIPE_SECRET_KEY must be a test key for staging",
    "✗ database: DATABASE_URL is not of the Supabase project abc that this environment has",
  ]);
});

test("fresh from a clone, it says what to fill in and what it could not look at", async () => {
  const vars = { ...GOOD.config.vars, SITE_URL: "https://staging.replace-me.example" };
  const lines = await examine(
    { ...GOOD, config: { ...GOOD.config, vars }, variables: { CLOUDFLARE_API_TOKEN: "token" } },
    { stripeUrl: "http://127.0.0.1:9" },
  );
  expect(lines.map((line) => line.slice(0, 32))).toEqual([
    "✗ wrangler.toml [env.staging]: r",
    "✗ supabase/config.toml [remotes.",
    "✓ variables: valid",
    "✗ Cloudflare login: CLOUDFLARE_A",
    "? Supabase Auth: set SUPABASE_AC",
    "? Stripe: set STRIPE_SECRET_KEY ",
    "? database: set DATABASE_URL to ",
    "? alerts at Cloudflare: set CLOU",
    "? alerts elsewhere: no program c",
  ]);
});
