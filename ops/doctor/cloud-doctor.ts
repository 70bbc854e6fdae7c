/** What an environment lacks at Cloudflare, Supabase and Stripe, and in its database. Only reads. */
import type Stripe from "stripe";
import { productOf } from "../../app/billing/product-of.ts";
import { plans } from "../../app/content/plans.ts";
import { parseConfig } from "../../app/platform/config.server.ts";
import { type Alerts, findRecipientProblem } from "../alerts/alerts-file.ts";
import { comparePolicies, createAlertingApi, listPolicies } from "../alerts/policies.ts";
import type { RunCommand } from "../cloud/command.ts";
import { findDatabaseProblems, projectOf } from "../cloud/database-url.ts";
import type { CloudEnvironment } from "../cloud/environments.ts";
import { findLoginProblem } from "../cloud/login.ts";
import { findProject, findRemoteProblems } from "../cloud/supabase-config.ts";
import { standInSecrets } from "../cloud/variables.ts";
import { listSecrets, resolveWorker } from "../cloud/worker.ts";
import {
  findContentPlaceholders,
  findPlaceholders,
  readVar,
  type WranglerConfig,
} from "../cloud/wrangler-config.ts";
import { isVerified, readHyperdrive } from "../setup/hyperdrive.ts";
import {
  findPortal,
  findPortalProblems,
  findVersionProblem,
  findWebhookEndpoint,
  hasOurEvents,
  isMonthly,
  isStripeKeyOf,
} from "../setup/stripe.ts";
import { check, type Finding, ok, problem, unknown } from "./finding.ts";
import { examineSupabase, type ReadProjectSettings } from "./supabase-doctor.ts";

export interface CloudCase {
  readonly environment: CloudEnvironment;
  readonly config: Pick<WranglerConfig, "name" | "vars" | "hyperdrive" | "routes" | "secrets">;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The project's folder. */
  readonly folder: string;
  readonly alerts: Alerts;
}

export interface CloudInstruments {
  readonly run: RunCommand;
  readonly readSettings: ReadProjectSettings;
  readonly connectStripe: (secretKey: string) => Stripe;
  readonly findPendingMigrations: (databaseUrl: string) => Promise<string[]>;
}

/** Everything that can be told about an environment with the logins that are at hand. */
export async function examineCloud(
  patient: CloudCase,
  instruments: CloudInstruments,
): Promise<Finding[]> {
  return [
    examinePlaceholders(patient),
    examineRemote(patient),
    ...(await examineContent(patient)),
    await examineVariables(patient),
    ...(await examineCloudflare(patient, instruments.run)),
    ...(await examineSupabase(patient, instruments.readSettings)),
    ...(await examineStripe(patient, instruments)),
    await examineDatabase(patient, instruments),
    ...(await examineAlerts(patient)),
  ];
}

function examinePlaceholders({ environment, config }: CloudCase): Finding {
  const subject = `wrangler.toml [env.${environment}]`;
  const placeholders = findPlaceholders(config);
  return placeholders.length === 0
    ? ok(subject, "filled in")
    : problem(subject, `replace the placeholders of ${placeholders.join(", ")}`);
}

function examineRemote({ environment, config, folder }: CloudCase): Finding {
  const subject = `supabase/config.toml [remotes.${environment}]`;
  const problems = findRemoteProblems(environment, config, folder);
  return problems.length === 0
    ? ok(subject, "as wrangler.toml has it")
    : problem(subject, problems.join("; "));
}

/** Invented facts may stand in staging. */
async function examineContent({ environment, folder }: CloudCase): Promise<Finding[]> {
  if (environment !== "production") return [];
  const invented = await findContentPlaceholders(folder);
  return [
    invented.length === 0
      ? ok("content", "no invented facts")
      : problem(
          "content",
          `replace the invented facts in app/content/studio.ts: ${invented.join("; ")}`,
        ),
  ];
}

/** The Worker's own validation, with stand-ins for the secrets. */
function examineVariables({ environment, config }: CloudCase): Promise<Finding> {
  return check("variables", async () => {
    const secrets = standInSecrets(config.secrets?.required ?? [], environment);
    // Its secret half is optional, and so not among the required ones.
    const turnstile = readVar(config, "TURNSTILE_SITE_KEY") && "set-at-cloudflare";
    parseConfig({ ...config.vars, ...secrets, TURNSTILE_SECRET_KEY: turnstile });
    return "valid";
  });
}

async function examineCloudflare(patient: CloudCase, run: RunCommand): Promise<Finding[]> {
  const loginProblem = await findLoginProblem(patient.variables, run);
  if (loginProblem !== undefined) return [problem("Cloudflare login", loginProblem)];
  return [
    ok("Cloudflare login"),
    await examineSecrets(patient, run),
    await examineHyperdrive(patient, run),
  ];
}

function examineSecrets({ environment, config }: CloudCase, run: RunCommand): Promise<Finding> {
  return check("secrets", async () => {
    const known = await listSecrets(run, resolveWorker(environment, config));
    const missing = (config.secrets?.required ?? []).filter((name) => !known.includes(name));
    if (missing.length === 0) return known.join(", ");
    throw new Error(
      `missing ${missing.join(", ")}; set each with \`npx wrangler secret put NAME --env ${environment}\``,
    );
  });
}

const WORKER_ROLE = "app_worker";

/** Every fault at once: the wrong database, the wrong role, stale rows, too many connections. */
async function examineHyperdrive(patient: CloudCase, run: RunCommand): Promise<Finding> {
  const { environment, config } = patient;
  const id = config.hyperdrive[0]?.id ?? "";
  const found = await readHyperdrive(run, environment, id).catch(() => undefined);
  if (!found) return problem("Hyperdrive", `the account has no configuration ${id}`);
  const { origin, caching, origin_connection_limit: limit } = found;
  const project = projectOf(readVar(config, "SUPABASE_URL"));
  const update = `run \`npx wrangler hyperdrive update ${id}`;
  const faults = [
    project && origin.host !== `db.${project}.supabase.co`
      ? `it leads to ${origin.host}, not to db.${project}.supabase.co that SUPABASE_URL names`
      : "",
    origin.user === WORKER_ROLE ? "" : `it signs in as ${origin.user}, not as ${WORKER_ROLE}`,
    caching.disabled ? "" : `${update} --caching-disabled\``,
    limit === undefined ? `${update} --origin-connection-limit 30\`` : "",
    isVerified(found) ? "" : "it does not verify the database's certificate: run setup:cloud",
  ].filter((fault) => fault !== "");
  return faults.length === 0
    ? ok("Hyperdrive", `caching is off, at most ${limit} connections, the database is verified`)
    : problem("Hyperdrive", faults.join("; "));
}

async function examineStripe(
  { environment, config, variables }: CloudCase,
  { connectStripe }: CloudInstruments,
): Promise<Finding[]> {
  const key = variables.STRIPE_SECRET_KEY;
  if (!key)
    return [unknown("Stripe", "set STRIPE_SECRET_KEY to have prices and webhook looked at")];
  const mode = environment === "production" ? "live" : "test";
  if (!isStripeKeyOf(mode, key)) {
    return [problem("Stripe", `STRIPE_SECRET_KEY must be a ${mode} key for ${environment}`)];
  }
  const stripe = connectStripe(key);
  const prices = plans.map((plan) =>
    check(`price of ${plan.name}`, async () => {
      const variable = `STRIPE_PRICE_${plan.id.toUpperCase()}`;
      const price = await stripe.prices.retrieve(readVar(config, variable));
      if (!price.active) throw new Error(`${variable} is archived`);
      if (!isMonthly(price, plan.pricePerMonth * 100)) {
        throw new Error(`${variable} is not $${plan.pricePerMonth} a month, as the site says`);
      }
      const expected = `STRIPE_PRODUCT_${plan.id.toUpperCase()}`;
      if (productOf(price) !== readVar(config, expected)) {
        throw new Error(`${expected} is not ${productOf(price)}, the product of ${variable}`);
      }
      return `${price.id} of ${productOf(price)}`;
    }),
  );
  const portal = check("billing portal", async () => {
    const known = await findPortal(stripe);
    if (!known) throw new Error("nobody has saved its settings yet; press Save in the Dashboard");
    const problems = findPortalProblems(known);
    if (problems.length > 0) throw new Error(`${problems.join("; ")}; run setup:cloud`);
    return known.id;
  });
  const webhook = check("webhook endpoint", async () => {
    const siteUrl = readVar(config, "SITE_URL").replace(/\/$/, "");
    const endpoint = await findWebhookEndpoint(stripe, siteUrl);
    if (!endpoint) throw new Error("there is none for this site; run setup:cloud");
    const versionProblem = findVersionProblem(endpoint);
    if (versionProblem) throw new Error(versionProblem);
    if (!hasOurEvents(endpoint)) throw new Error("it gets other events; run setup:cloud");
    return endpoint.id;
  });
  return Promise.all([...prices, webhook, portal]);
}

async function examineDatabase(
  { environment, config, variables, folder }: CloudCase,
  { findPendingMigrations }: CloudInstruments,
): Promise<Finding> {
  const url = variables.DATABASE_URL;
  if (!url) return unknown("database", "set DATABASE_URL to have its migrations looked at");
  const [reason] = findDatabaseProblems(url, findProject(environment, config, folder));
  if (reason !== undefined) return problem("database", reason);
  return check("database", async () => {
    const pending = await findPendingMigrations(url);
    return pending.length === 0 ? "up to date" : `the next deploy applies ${pending.join(", ")}`;
  });
}

/** Cloudflare's are compared; of the others nobody can tell from here. */
async function examineAlerts({ alerts, variables }: CloudCase): Promise<Finding[]> {
  const call = createAlertingApi(variables);
  const atCloudflare = call
    ? check("alerts at Cloudflare", async () => {
        const recipient = findRecipientProblem(alerts);
        if (recipient !== undefined) throw new Error(recipient);
        const problems = comparePolicies(alerts, await listPolicies(call));
        if (problems.length > 0) throw new Error(`${problems.join("; ")}; run setup:cloud`);
        return `${alerts.cloudflare.length} as ops/alerts.toml has them`;
      })
    : unknown(
        "alerts at Cloudflare",
        "set CLOUDFLARE_API_TOKEN (Notifications: Read) and CLOUDFLARE_ACCOUNT_ID to have them looked at",
      );
  return [
    await atCloudflare,
    unknown(
      "alerts elsewhere",
      `no program can read the ${alerts.by_hand.length} that ops/alerts.toml lists under by_hand; look yourself`,
    ),
  ];
}
