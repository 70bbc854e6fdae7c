import { expect, test } from "vitest";
import { connect, SECRET_KEY, start } from "../../tests/support/local-stripe.ts";
import { LOCAL_PRICES } from "../../tools/settings.ts";
import { commandLine, type RunCommand } from "../cloud/command.ts";
import { ensureWebhookEndpoint } from "../setup/stripe.ts";
import { type CloudCase, examineCloud } from "./cloud-doctor.ts";
import { describeFinding } from "./finding.ts";
import { GOOD_AUTH_SETTINGS } from "./supabase-settings-fixture.ts";

const SITE_URL = "https://staging.example.com";
const GOOD: CloudCase = {
  environment: "staging",
  config: {
    vars: {
      ENVIRONMENT: "staging",
      SITE_URL,
      SUPABASE_URL: "https://abc.supabase.co",
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_abc",
      STRIPE_PUBLISHABLE_KEY: "pk_test_abc",
      STRIPE_PRICE_STARTER: LOCAL_PRICES.starter,
      STRIPE_PRICE_PRO: LOCAL_PRICES.pro,
      STRIPE_PRICE_BUSINESS: LOCAL_PRICES.business,
      SHEET_API_URL: "https://sheet.example.com/rows",
    },
    secrets: { required: ["SUPABASE_SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRETS"] },
    hyperdrive: [{ binding: "HYPERDRIVE", id: "6f1d3a" }],
    routes: [],
  },
  variables: {
    SUPABASE_ACCESS_TOKEN: "sbp_abc",
    STRIPE_SECRET_KEY: SECRET_KEY,
    DATABASE_URL: "postgres://db",
  },
};
const SECRETS =
  '[{"name":"SUPABASE_SECRET_KEY"},{"name":"STRIPE_SECRET_KEY"},{"name":"STRIPE_WEBHOOK_SECRETS"}]';

/** An account that answers so. */
function cloudflare({ isLoggedIn = true, secrets = SECRETS, caching = "" } = {}): RunCommand {
  return async (command) => {
    const line = commandLine(command);
    if (line.includes("whoami")) return { status: isLoggedIn ? 0 : 1, stdout: "", stderr: "" };
    const hyperdrive = `{"caching":{"disabled": ${caching === "" ? "true" : caching}}}`;
    return { status: 0, stdout: line.includes("secret") ? secrets : hyperdrive, stderr: "" };
  };
}

async function examine(
  patient: CloudCase,
  options: {
    stripeUrl: string;
    run?: RunCommand;
    authSettings?: object;
    pending?: string[];
  },
): Promise<string[]> {
  const findings = await examineCloud(patient, {
    run: options.run ?? cloudflare(),
    readAuthSettings: async () => ({ ...GOOD_AUTH_SETTINGS, ...options.authSettings }),
    connectStripe: (key) => connect(options.stripeUrl, key),
    findPendingMigrations: async () => options.pending ?? [],
  });
  return findings.map(describeFinding);
}

test("a good set-up has nothing to mend", async () => {
  await using stripe = await start();
  const tools = { report: () => {}, keepSecret: async () => {} };
  await ensureWebhookEndpoint(stripe.stripe, SITE_URL, tools);
  const lines = await examine(GOOD, { stripeUrl: stripe.url });
  expect(lines.filter((line) => !line.startsWith("✓"))).toEqual([]);
  expect(lines).toHaveLength(11);
});

test("a broken one is told line by line", async () => {
  await using stripe = await start();
  const vars = {
    ...GOOD.config.vars,
    STRIPE_PUBLISHABLE_KEY: "pk_live_abc",
    STRIPE_PRICE_STARTER: "price_none",
    STRIPE_PRICE_PRO: LOCAL_PRICES.business,
  };
  const run = cloudflare({ secrets: '[{"name":"STRIPE_SECRET_KEY"}]', caching: "false" });
  const patient = { ...GOOD, config: { ...GOOD.config, vars } };
  const authSettings = { hook_custom_access_token_enabled: false };
  const lines = await examine(patient, {
    stripeUrl: stripe.url,
    run,
    authSettings,
    pending: ["0006_x"],
  });
  expect(lines).toEqual([
    "✓ wrangler.toml [env.staging]: filled in",
    "✗ variables: STRIPE_PUBLISHABLE_KEY is no test key",
    "✓ Cloudflare login",
    "✗ secrets: missing SUPABASE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS; set each with `npx wrangler secret put NAME --env staging`",
    "✗ Hyperdrive: run `npx wrangler hyperdrive update 6f1d3a --caching-disabled`",
    "✗ Supabase Auth: enable the hook (Authentication, Hooks, Customize access token claims, public.add_two_step_claim): without it the account area answers 503",
    "✗ price of Starter: No such price: 'price_none'",
    "✗ price of Pro: STRIPE_PRICE_PRO is not $250 a month, as the site says",
    `✓ price of Business: ${LOCAL_PRICES.business}`,
    "✗ webhook endpoint: there is none for this site; run setup:cloud",
    "✓ database: the next deploy applies 0006_x",
  ]);
});

test("fresh from a clone, it says what to fill in and what it could not look at", async () => {
  const vars = { ...GOOD.config.vars, SITE_URL: "https://staging.replace-me.example" };
  const lines = await examine(
    { ...GOOD, config: { ...GOOD.config, vars }, variables: {} },
    { stripeUrl: "http://127.0.0.1:9", run: cloudflare({ isLoggedIn: false }) },
  );
  expect(lines.map((line) => line.slice(0, 32))).toEqual([
    "✗ wrangler.toml [env.staging]: r",
    "✓ variables: valid",
    "✗ Cloudflare login: run `npx wra",
    "? Supabase Auth: set SUPABASE_AC",
    "? Stripe: set STRIPE_SECRET_KEY ",
    "? database: set DATABASE_URL to ",
  ]);
});
