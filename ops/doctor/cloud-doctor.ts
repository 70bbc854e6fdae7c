/** Checks an environment's configuration at Cloudflare, Supabase and Stripe, and its database. */
import Stripe from "stripe";
import { getProductId } from "../../app/billing/stripe/stripe-objects.ts";
import { formatMonthly, plans } from "../../app/content/plans.ts";
import { studio } from "../../app/content/studio.ts";
import { parseConfig } from "../../app/platform/config.server.ts";
import { findPendingMigrations } from "../../drizzle/migrate.ts";
import { comparePolicies, findAlertingProblem, readAlerts } from "../lib/alerts.ts";
import { readHyperdrive, verifiesCertificate, WORKER_ROLE } from "../lib/hyperdrive.ts";
import {
  connectStripe,
  findKeyProblem,
  findPortal,
  findPortalProblems,
  findVersionProblem,
  findWebhookEndpoint,
  hasRequiredEvents,
  isMonthly,
} from "../lib/stripe.ts";
import { findDatabaseProblem, findRemoteProblems, readProjectRef } from "../lib/supabase.ts";
import { findPlaceholderFacts, findPlaceholders, readVar, type Target } from "../lib/target.ts";
import { placeholderSecrets } from "../lib/variables.ts";
import { listSecrets } from "../lib/versions.ts";
import { findLoginProblem } from "../lib/wrangler.ts";
import { assertNoProblems, type Check, CheckSkipped } from "./checks.ts";
import { checkAuthSettings, checkEncryption } from "./supabase-doctor.ts";

/** In output order. */
export const CLOUD_CHECKS: Readonly<Record<string, Check<Target>>> = {
  "wrangler.toml": checkPlaceholders,
  "supabase/config.toml": checkSupabaseConfig,
  content: checkContent,
  variables: checkVariables,
  "Cloudflare login": checkLogin,
  secrets: checkSecrets,
  Hyperdrive: checkHyperdrive,
  "Email Service": checkEmailBinding,
  "Supabase Auth": checkAuthSettings,
  "database encryption": checkEncryption,
  database: checkDatabase,
  "Stripe prices": checkPrices,
  "Stripe webhook endpoint": checkWebhookEndpoint,
  "Stripe billing portal": checkPortal,
  "alerts at Cloudflare": checkAlerts,
  "alerts elsewhere": checkAlertsElsewhere,
};

async function checkPlaceholders({ environment, config }: Target): Promise<string> {
  const placeholders = findPlaceholders(config).join(", ");
  if (placeholders === "") return `[env.${environment}] is filled in`;
  throw new Error(`replace the placeholders of [env.${environment}]: ${placeholders}`);
}

async function checkSupabaseConfig(target: Target): Promise<string> {
  assertNoProblems(findRemoteProblems(target));
  return `[remotes.${target.environment}] matches wrangler.toml`;
}

async function checkContent(target: Target): Promise<string> {
  const placeholders = (await findPlaceholderFacts(target)).join("; ");
  if (placeholders !== "") {
    throw new Error(`replace the placeholder facts in app/content/studio.ts: ${placeholders}`);
  }
  return target.environment === "production"
    ? "no placeholder facts"
    : "placeholder facts are allowed";
}

/** Validates the variables as the Worker does, with placeholder secrets. */
async function checkVariables({ environment, config }: Target): Promise<string> {
  const secrets = placeholderSecrets(config.secrets?.required ?? [], environment);
  // The Turnstile secret is optional, so it is not in the required list.
  const turnstile = readVar(config, "TURNSTILE_SITE_KEY") && "set-at-cloudflare";
  parseConfig({ ...config.vars, ...secrets, TURNSTILE_SECRET_KEY: turnstile });
  return "valid";
}

async function checkLogin(target: Target): Promise<string> {
  const problem = await findLoginProblem(target);
  if (problem !== undefined) throw new Error(problem);
  return target.env.CLOUDFLARE_API_TOKEN ? "by token" : "by wrangler login";
}

async function requireLogin(target: Target): Promise<void> {
  if ((await findLoginProblem(target)) !== undefined)
    throw new CheckSkipped("log in to Cloudflare");
}

async function checkSecrets(target: Target): Promise<string> {
  await requireLogin(target);
  const known = await listSecrets(target);
  const missing = (target.config.secrets?.required ?? []).filter((name) => !known.includes(name));
  if (missing.length === 0) return known.join(", ");
  throw new Error(
    `missing ${missing.join(", ")}; set each with \`npx wrangler secret put NAME --env ${target.environment}\``,
  );
}

/** Checks database host, role, caching, connection limit and certificate verification. */
async function checkHyperdrive(target: Target): Promise<string> {
  await requireLogin(target);
  const id = target.config.hyperdrive[0]?.id ?? "";
  const hyperdrive = await readHyperdrive(target, id);
  const { origin, caching, origin_connection_limit: limit } = hyperdrive;
  const project = readProjectRef(target);
  const update = `run \`npx wrangler hyperdrive update ${id}`;
  assertNoProblems(
    [
      project && origin.host !== `db.${project}.supabase.co`
        ? `it connects to ${origin.host}, not to db.${project}.supabase.co as in SUPABASE_URL`
        : "",
      origin.user === WORKER_ROLE ? "" : `it signs in as ${origin.user}, not as ${WORKER_ROLE}`,
      caching.disabled ? "" : `${update} --caching-disabled\``,
      limit === undefined ? `${update} --origin-connection-limit 30\`` : "",
      verifiesCertificate(hyperdrive)
        ? ""
        : "it does not verify the database's certificate: run setup:cloud",
    ].filter(Boolean),
  );
  return `caching is off, at most ${limit} connections, certificate verified`;
}

/** Not a failure without the binding: only the Worker's emails are not sent. */
async function checkEmailBinding({ environment, config }: Target): Promise<string> {
  if (config.send_email?.some(({ name }) => name === "EMAIL")) {
    return `sends from ${studio.email}; its domain has to be onboarded under Email Sending`;
  }
  throw new CheckSkipped(
    `the site sends no emails of its own; add [[env.${environment}.send_email]] with name = "EMAIL"`,
  );
}

async function checkDatabase(target: Target): Promise<string> {
  const { DATABASE_URL: url } = target.env;
  if (!url) throw new CheckSkipped("set DATABASE_URL");
  const problem = findDatabaseProblem(target);
  if (problem !== undefined) throw new Error(problem);
  const pending = await findPendingMigrations(url);
  return pending.length === 0 ? "up to date" : `the next deploy applies ${pending.join(", ")}`;
}

function openStripe(target: Target): Stripe {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: apiUrl } = target.env;
  if (!key) throw new CheckSkipped("set STRIPE_SECRET_KEY");
  const problem = findKeyProblem(target);
  if (problem !== undefined) throw new Error(problem);
  return connectStripe(key, apiUrl);
}

async function checkPrices(target: Target): Promise<string> {
  const stripe = openStripe(target);
  const problems = plans.map(async (plan) => {
    const variable = `STRIPE_PRICE_${plan.id.toUpperCase()}`;
    const expected = `STRIPE_PRODUCT_${plan.id.toUpperCase()}`;
    const id = readVar(target.config, variable);
    const price = await stripe.prices.retrieve(id).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
      throw error;
    });
    if (!price) return `${variable}: no price ${id} in this account`;
    if (!price.active) return `${variable} is archived`;
    if (!isMonthly(price, plan.pricePerMonth * 100)) {
      return `${variable} is not ${formatMonthly(plan.pricePerMonth)} as on the site`;
    }
    if (getProductId(price) === readVar(target.config, expected)) return "";
    return `${expected} is not ${getProductId(price)}, the product of ${variable}`;
  });
  assertNoProblems((await Promise.all(problems)).filter(Boolean));
  return "match the site";
}

async function checkWebhookEndpoint(target: Target): Promise<string> {
  const endpoint = await findWebhookEndpoint(openStripe(target), target.siteUrl);
  if (!endpoint) throw new Error("no endpoint for this site; run setup:cloud");
  const problem = findVersionProblem(endpoint);
  if (problem !== undefined) throw new Error(problem);
  if (!hasRequiredEvents(endpoint)) throw new Error("its events differ; run setup:cloud");
  return endpoint.id;
}

async function checkPortal(target: Target): Promise<string> {
  const portal = await findPortal(openStripe(target));
  if (!portal) throw new Error("no saved settings yet; press Save in the Dashboard");
  const problems = findPortalProblems(portal);
  if (problems.length > 0) throw new Error(`${problems.join("; ")}; run setup:cloud`);
  return portal.id;
}

async function checkAlerts({ env, folder }: Target): Promise<string> {
  const alerts = readAlerts(folder);
  const missing = findAlertingProblem(alerts, env);
  if (missing !== undefined) throw new CheckSkipped(missing);
  const problems = await comparePolicies(env, alerts);
  if (problems.length > 0) throw new Error(`${problems.join("; ")}; run setup:cloud`);
  return `${alerts.cloudflare.length} match ops/alerts.toml`;
}

async function checkAlertsElsewhere({ folder }: Target): Promise<string> {
  throw new CheckSkipped(
    `check the ${readAlerts(folder).manual.length} manual alerts of ops/alerts.toml yourself`,
  );
}
