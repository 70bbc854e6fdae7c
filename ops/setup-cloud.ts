/**
 * `npm run setup:cloud -- --env staging`: finds or creates what the environment needs at Cloudflare, in the database and
 * at Stripe, and lists the manual steps. `--dry-run` needs no account.
 */
import { parseArgs } from "node:util";
import { readCertificateAuthority } from "../drizzle/connect.ts";
import { applyMigrations } from "../drizzle/migrate.ts";
import { runCommand } from "../tools/cli.ts";
import {
  ensurePolicies,
  findAlertingProblem,
  formatManualAlerts,
  readAlerts,
} from "./lib/alerts.ts";
import { describeError } from "./lib/http.ts";
import { ensureHyperdrive } from "./lib/hyperdrive.ts";
import {
  connectStripe,
  ensurePortal,
  ensurePrices,
  ensureWebhookEndpoint,
  findKeyProblem,
  MANUAL_STRIPE_SETTINGS,
  type PlanPrice,
} from "./lib/stripe.ts";
import { findDatabaseProblem, findHyperdriveOrigin } from "./lib/supabase.ts";
import { PLACEHOLDER_TEXT, readTarget, readVar, type Target } from "./lib/target.ts";
import { listSecrets, putSecret } from "./lib/versions.ts";
import { findLoginProblem } from "./lib/wrangler.ts";

const PORTAL_SETTINGS = "https://dashboard.stripe.com/settings/billing/portal";
const WEBHOOK_SECRETS = "STRIPE_WEBHOOK_SECRETS";

/** Sets up the environment. Idempotent. Throws one line on failure. */
export async function setupCloud(target: Target, { dryRun }: { dryRun: boolean }): Promise<void> {
  if (dryRun) printPlan(target);
  else await setUp(target);
  console.log("\nManual steps (docs/setup.md):");
  for (const line of listManualSteps(target)) console.log(`  - ${line}`);
  console.log(`\nThen: npm run doctor -- --env ${target.environment}`);
}

async function setUp(target: Target): Promise<void> {
  const { env, siteUrl } = target;
  const missing = await findMissingPrerequisites(target);
  for (const line of missing) console.log(`✗ ${line}`);
  if (missing.length > 0) throw new Error("Not set up: fix the problems above and run this again");

  await applyMigrations(env.DATABASE_URL ?? "");
  console.log("✓ the database is up to date");
  const hyperdriveId = await ensureHyperdrive(target);
  const stripe = connectStripe(env.STRIPE_SECRET_KEY ?? "", env.STRIPE_API_URL);
  const report = (outcome: string, what: string) => console.log(`✓ ${outcome} ${what}`);
  const prices = await ensurePrices(stripe, report);
  const hasPortal = await ensurePortal(stripe, prices, report);
  if (!hasPortal) {
    console.log(`✗ no portal yet: press Save at ${PORTAL_SETTINGS} and run this again`);
  }
  await ensureSecrets(target);
  const storeSecret = (secret: string) => putSecret(target, WEBHOOK_SECRETS, secret);
  await ensureWebhookEndpoint(stripe, siteUrl, { report, storeSecret });
  await ensureAlerts(target);
  printSettings(target, hyperdriveId, prices);
}

/** One line for each missing prerequisite. */
async function findMissingPrerequisites(target: Target): Promise<string[]> {
  const { environment, config, env } = target;
  const hasPlaceholder = PLACEHOLDER_TEXT.test(target.siteUrl + readVar(config, "SUPABASE_URL"));
  return [
    hasPlaceholder &&
      `SITE_URL and SUPABASE_URL of [env.${environment}.vars] in wrangler.toml must be set first`,
    await findLoginProblem(target),
    findKeyProblem(target),
    findDatabaseProblem(target),
    Boolean(env.DATABASE_URL) &&
      !findHyperdriveOrigin(target) &&
      "DATABASE_URL is a pooler: Hyperdrive needs the direct connection string",
    findCertificateProblem(target),
  ].filter((line) => typeof line === "string");
}

function findCertificateProblem({ env }: Target): string | undefined {
  try {
    readCertificateAuthority(env);
    return undefined;
  } catch (error) {
    return describeError(error);
  }
}

/** Stores secrets that the shell has and the Worker lacks. Never overwrites one. */
async function ensureSecrets(target: Target): Promise<void> {
  const { config, env, environment } = target;
  const existing = await listSecrets(target);
  for (const name of config.secrets?.required ?? []) {
    if (name === WEBHOOK_SECRETS) continue;
    const value = env[name];
    if (existing.includes(name)) console.log(`✓ found secret ${name}`);
    else if (value) {
      await putSecret(target, name, value);
      console.log(`✓ created secret ${name}`);
    } else {
      console.log(`✗ secret ${name}: run \`npx wrangler secret put ${name} --env ${environment}\``);
    }
  }
}

/** The site works without alerts, so a failure is printed and not thrown. */
async function ensureAlerts({ env, folder }: Target): Promise<void> {
  try {
    const alerts = readAlerts(folder);
    const problem = findAlertingProblem(alerts, env);
    if (problem !== undefined) throw new Error(problem);
    await ensurePolicies(env, alerts);
  } catch (error) {
    console.log(`✗ alerts: ${describeError(error)}`);
  }
}

function printSettings(
  { environment }: Target,
  hyperdriveId: string,
  prices: readonly PlanPrice[],
): void {
  console.log(`\nAdd to wrangler.toml, under [env.${environment}.vars]:`);
  for (const { plan, price, product } of prices) {
    console.log(`  STRIPE_PRICE_${plan.toUpperCase()} = "${price}"`);
    console.log(`  STRIPE_PRODUCT_${plan.toUpperCase()} = "${product}"`);
  }
  console.log(`and under [[env.${environment}.hyperdrive]]:\n  id = "${hyperdriveId}"`);
}

function printPlan({ environment, config, worker, siteUrl }: Target): void {
  console.log(`Dry run for ${environment}. With accounts, this would find or create:
  - the tables, by the pending migrations over DATABASE_URL
  - a password for the role app_worker, and the Hyperdrive configuration ${worker}, caching off, connections limited, the database's certificate verified
  - in Stripe: a product and a monthly price per plan, found by lookup key, and the portal's features
  - the secrets ${(config.secrets?.required ?? []).join(", ")}
  - in Stripe: a webhook endpoint at ${siteUrl}, whose secret goes to the Worker
  - at Cloudflare: the notifications of ops/alerts.toml`);
}

/** Steps that cannot be automated. */
function listManualSteps({ config, siteUrl, folder }: Target): string[] {
  const callback = `${readVar(config, "SUPABASE_URL")}/auth/v1/callback`;
  return [
    `Supabase, Authentication, URL configuration: Site URL ${siteUrl}, and no redirect URLs`,
    "Supabase: the other settings and email templates of supabase/config.toml (`supabase config push`)",
    "Supabase, Authentication, Hooks: Customize access token claims with public.add_two_step_claim",
    "Supabase, Authentication, SMTP: a custom sender; the built-in one sends a few emails an hour",
    `Google and GitHub: an OAuth app each, with the callback ${callback}; its id and secret go to Supabase`,
    "Stripe: activate the account, and set the business name that Checkout shows",
    ...MANUAL_STRIPE_SETTINGS,
    "The spreadsheet API: its address as SHEET_API_URL, its token as the secret SHEET_API_TOKEN",
    "Supabase, Database settings: turn on Enforce SSL; save its certificate as supabase/prod-ca.crt",
    `Alerts for ${siteUrl} (ops/alerts.toml):`,
    ...formatManualAlerts(readAlerts(folder)).map((line) => `  ${line}`),
  ];
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: { env: { type: "string" }, "dry-run": { type: "boolean", default: false } },
    });
    await setupCloud(readTarget(values.env), { dryRun: values["dry-run"] });
  });
}
