/** From accounts to a Worker that can be deployed: finds or makes what a program can, lists the rest. */
import type Stripe from "stripe";
import { readAuthority } from "../../drizzle/connect.ts";
import { type Alerts, describeByHand, findRecipientProblem } from "../alerts/alerts-file.ts";
import { createAlertingApi, ensurePolicies } from "../alerts/policies.ts";
import type { RunCommand } from "../cloud/command.ts";
import { findDatabaseProblems } from "../cloud/database-url.ts";
import type { CloudEnvironment } from "../cloud/environments.ts";
import { findLoginProblem } from "../cloud/login.ts";
import { findProject } from "../cloud/supabase-config.ts";
import { type CloudWorker, listSecrets, resolveWorker } from "../cloud/worker.ts";
import { runWrangler, wrangler } from "../cloud/wrangler.ts";
import { PLACEHOLDER_TEXT, readVar, type WranglerConfig } from "../cloud/wrangler-config.ts";
import {
  createHyperdrive,
  ensureAuthority,
  findHyperdrive,
  findOrigin,
  verifyHyperdrive,
} from "./hyperdrive.ts";
import {
  ensurePortal,
  ensurePrices,
  ensureWebhookEndpoint,
  isStripeKeyOf,
  type PlanPrice,
  STRIPE_SETTINGS_BY_HAND,
} from "./stripe.ts";

export interface SetupOptions {
  readonly environment: CloudEnvironment;
  readonly config: Pick<WranglerConfig, "name" | "vars" | "secrets">;
  readonly dryRun: boolean;
  readonly alerts: Alerts;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface SetupTools {
  readonly run: RunCommand;
  readonly migrate: (databaseUrl: string) => Promise<void>;
  /** Lets the Worker's role sign in; returns its connection string at the second address. */
  readonly renewWorkerPassword: (databaseUrl: string, originUrl: string) => Promise<string>;
  readonly connectStripe: (secretKey: string) => Stripe;
  readonly print: (line: string) => void;
}

const DASHBOARD = "https://dashboard.stripe.com/settings/billing/portal";

/** Sets up `environment`, or throws one line. What is there already is left as it is. */
export async function setupCloud(options: SetupOptions, tools: SetupTools): Promise<void> {
  const { environment, dryRun } = options;
  const { print } = tools;
  if (dryRun) describePlan(options, print);
  else await setUp(options, tools);
  print("");
  print(`For a person (docs/operations.md, From zero to production):`);
  for (const line of describeManualSteps(options)) print(`  - ${line}`);
  print("");
  print(`Then: npm run doctor -- --env ${environment}`);
}

async function setUp(options: SetupOptions, tools: SetupTools): Promise<void> {
  const { config, variables } = options;
  const missing = await findMissingLogins(options, tools.run);
  for (const line of missing) tools.print(`✗ ${line}`);
  if (missing.length > 0) throw new Error("Not set up: see above, then run this again");

  const hyperdriveId = await ensureDatabase(options, tools);
  const stripe = tools.connectStripe(variables.STRIPE_SECRET_KEY ?? "");
  const report = (outcome: string, what: string) => tools.print(`✓ ${outcome} ${what}`);
  const prices = await ensurePrices(stripe, report);
  const hasPortal = await ensurePortal(stripe, prices, report);
  if (!hasPortal) tools.print(`✗ no portal yet: press Save at ${DASHBOARD}, and run this again`);
  await ensureSecrets(options, tools);
  await ensureWebhookEndpoint(stripe, siteUrlOf(config), {
    report,
    keepSecret: (secret) =>
      putSecret(
        tools.run,
        resolveWorker(options.environment, config),
        "STRIPE_WEBHOOK_SECRETS",
        secret,
      ),
  });
  await ensureAlerts(options, tools);
  for (const line of describeSettings(options.environment, hyperdriveId, prices)) tools.print(line);
}

/** The site runs without them, so what is missing is said and stops nothing. */
async function ensureAlerts({ alerts, variables }: SetupOptions, tools: SetupTools): Promise<void> {
  const call = createAlertingApi(variables);
  const missing = call
    ? findRecipientProblem(alerts)
    : "CLOUDFLARE_API_TOKEN is not set; Cloudflare's notifications take one with Notifications: Edit";
  if (!call || missing !== undefined) return tools.print(`✗ alerts: ${missing}`);
  try {
    await ensurePolicies(call, alerts, (outcome, what) => tools.print(`✓ ${outcome} ${what}`));
  } catch (error) {
    tools.print(`✗ alerts: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** One line for each thing without which nothing can be set up. */
async function findMissingLogins(options: SetupOptions, run: RunCommand): Promise<string[]> {
  const { environment, config, variables } = options;
  const lines: string[] = [];
  if (PLACEHOLDER_TEXT.test(siteUrlOf(config) + readVar(config, "SUPABASE_URL"))) {
    lines.push(
      `SITE_URL and SUPABASE_URL of [env.${environment}.vars] in wrangler.toml come first`,
    );
  }
  const loginProblem = await findLoginProblem(variables, run);
  if (loginProblem !== undefined) lines.push(loginProblem);
  const mode = environment === "production" ? "live" : "test";
  if (!isStripeKeyOf(mode, variables.STRIPE_SECRET_KEY ?? "")) {
    lines.push(`STRIPE_SECRET_KEY must be a ${mode} key for ${environment}`);
  }
  const supabaseUrl = readVar(config, "SUPABASE_URL");
  lines.push(...findDatabaseProblems(variables.DATABASE_URL, findProject(environment, config)));
  if (variables.DATABASE_URL && !findOrigin(variables.DATABASE_URL, supabaseUrl)) {
    lines.push("DATABASE_URL is a pooler: Hyperdrive needs the direct connection string");
  }
  try {
    readAuthority(variables);
  } catch (error) {
    lines.push(error instanceof Error ? error.message : String(error));
  }
  return lines;
}

async function ensureDatabase(options: SetupOptions, tools: SetupTools): Promise<string> {
  const { environment, config, variables } = options;
  const databaseUrl = variables.DATABASE_URL ?? "";
  await tools.migrate(databaseUrl);
  tools.print("✓ the database is up to date");
  const name = hyperdriveName(environment);
  const authorityId = await ensureAuthority(tools.run, environment, readAuthority(variables));
  const known = await findHyperdrive(tools.run, environment, name);
  if (known !== undefined) {
    tools.print(`✓ found Hyperdrive configuration ${name}`);
    const isChanged = await verifyHyperdrive(tools.run, environment, known, authorityId);
    if (isChanged) tools.print(`✓ ${name} verifies the database's certificate from now on`);
    return known;
  }
  const origin = findOrigin(databaseUrl, readVar(config, "SUPABASE_URL")) ?? databaseUrl;
  const connectionString = await tools.renewWorkerPassword(databaseUrl, origin);
  const id = await createHyperdrive(tools.run, environment, name, connectionString, authorityId);
  tools.print(`✓ created Hyperdrive configuration ${name}`);
  return id;
}

/** Stores secrets that this shell has and the Worker lacks. Those that are there stay as they are. */
async function ensureSecrets(options: SetupOptions, { run, print }: SetupTools): Promise<void> {
  const { environment, config, variables } = options;
  const worker = resolveWorker(environment, config);
  const known = await listSecrets(run, worker);
  for (const name of config.secrets?.required ?? []) {
    if (name === "STRIPE_WEBHOOK_SECRETS") continue;
    const value = variables[name];
    if (known.includes(name)) print(`✓ found secret ${name}`);
    else if (value) {
      await putSecret(run, worker, name, value);
      print(`✓ created secret ${name}`);
    } else print(`✗ secret ${name}: run \`npx wrangler secret put ${name} --env ${environment}\``);
  }
}

async function putSecret(
  run: RunCommand,
  worker: CloudWorker,
  name: string,
  value: string,
): Promise<void> {
  const args = ["secret", "put", name, ...worker.source];
  await runWrangler(run, wrangler(args, { input: value, quiet: true }));
}

function hyperdriveName(environment: CloudEnvironment): string {
  return `selvedge-${environment}`;
}

function siteUrlOf(config: Pick<WranglerConfig, "vars">): string {
  return readVar(config, "SITE_URL").replace(/\/$/, "");
}

/** Lines to put into wrangler.toml. */
function describeSettings(
  environment: CloudEnvironment,
  hyperdriveId: string,
  prices: readonly PlanPrice[],
): string[] {
  return [
    "",
    `Put into wrangler.toml, under [env.${environment}.vars]:`,
    ...prices.map(({ plan, price }) => `  STRIPE_PRICE_${plan.toUpperCase()} = "${price}"`),
    ...prices.map(({ plan, product }) => `  STRIPE_PRODUCT_${plan.toUpperCase()} = "${product}"`),
    `and under [[env.${environment}.hyperdrive]]:`,
    `  id = "${hyperdriveId}"`,
  ];
}

function describePlan({ environment, config }: SetupOptions, print: (line: string) => void): void {
  print(`Dry run for ${environment}. With accounts, this would find or create, in this order:`);
  const secrets = (config.secrets?.required ?? []).join(", ");
  const lines = [
    "the tables, by the pending migrations over DATABASE_URL",
    `a password for the role app_worker, and the Hyperdrive configuration ${hyperdriveName(environment)}, caching off, connections limited, the database's certificate verified`,
    "in Stripe: a product and a monthly price per plan, found by lookup key, and the portal's features",
    `the secrets ${secrets}`,
    `in Stripe: a webhook endpoint at ${siteUrlOf(config)}, whose secret goes to the Worker`,
    "at Cloudflare: the notifications of ops/alerts.toml",
  ];
  for (const line of lines) print(`  - ${line}`);
}

/** What no program can do from here. */
function describeManualSteps({ config, alerts }: SetupOptions): string[] {
  const siteUrl = siteUrlOf(config);
  const callback = `${readVar(config, "SUPABASE_URL")}/auth/v1/callback`;
  return [
    `Supabase, Authentication, URL configuration: Site URL ${siteUrl}, and no redirect URLs`,
    "Supabase: the other settings and e-mail templates of supabase/config.toml (`supabase config push`)",
    "Supabase, Authentication, Hooks: Customize access token claims with public.add_two_step_claim",
    "Supabase, Authentication, SMTP: a sender of your own; the built-in one sends a few e-mails an hour",
    `Google and GitHub: an OAuth app each, with the callback ${callback}; its id and secret go to Supabase`,
    "Stripe: activate the account, and set the business name that Checkout shows",
    ...STRIPE_SETTINGS_BY_HAND,
    "The spreadsheet API: its address as SHEET_API_URL, its token as the secret SHEET_API_TOKEN",
    "Supabase, Database settings: turn on Enforce SSL; save its certificate as supabase/prod-ca.crt",
    `Alerts for ${siteUrl} (ops/alerts.toml), one by one:`,
    ...describeByHand(alerts).map((line) => `  ${line}`),
  ];
}
