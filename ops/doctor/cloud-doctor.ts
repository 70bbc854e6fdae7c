/** What an environment lacks at Cloudflare, Supabase and Stripe, and in its database. Only reads. */
import type Stripe from "stripe";
import * as v from "valibot";
import { plans } from "../../app/content/plans.ts";
import { parseConfig } from "../../app/platform/config.server.ts";
import { type RunCommand, wrangler } from "../cloud/command.ts";
import type { CloudEnvironment } from "../cloud/environments.ts";
import {
  findPlaceholders,
  readVar,
  WRANGLER_TOML,
  type WranglerConfig,
} from "../cloud/wrangler-config.ts";
import {
  findVersionProblem,
  findWebhookEndpoint,
  hasOurEvents,
  isMonthly,
} from "../setup/stripe.ts";
import { check, type Finding, ok, problem, unknown } from "./finding.ts";
import { examineSupabase, type ReadAuthSettings } from "./supabase-doctor.ts";

export interface CloudCase {
  readonly environment: CloudEnvironment;
  readonly config: Pick<WranglerConfig, "vars" | "hyperdrive" | "routes" | "secrets">;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface CloudInstruments {
  readonly run: RunCommand;
  readonly readAuthSettings: ReadAuthSettings;
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
    await examineVariables(patient),
    ...(await examineCloudflare(patient, instruments.run)),
    ...(await examineSupabase(patient, instruments.readAuthSettings)),
    ...(await examineStripe(patient, instruments)),
    await examineDatabase(patient, instruments),
  ];
}

function examinePlaceholders({ environment, config }: CloudCase): Finding {
  const subject = `wrangler.toml [env.${environment}]`;
  const placeholders = findPlaceholders(config);
  return placeholders.length === 0
    ? ok(subject, "filled in")
    : problem(subject, `replace the placeholders of ${placeholders.join(", ")}`);
}

/** The Worker's own validation, with stand-ins for the secrets, and Stripe's mode. */
function examineVariables({ environment, config }: CloudCase): Promise<Finding> {
  return check("variables", async () => {
    const names = config.secrets?.required ?? [];
    const secrets = Object.fromEntries(names.map((name) => [name, "set-elsewhere"]));
    parseConfig({ ...config.vars, ...secrets });
    const mode = environment === "production" ? "live" : "test";
    if (!readVar(config, "STRIPE_PUBLISHABLE_KEY").startsWith(`pk_${mode}_`)) {
      throw new Error(`STRIPE_PUBLISHABLE_KEY is no ${mode} key`);
    }
    return "valid";
  });
}

const secretListSchema = v.pipe(v.string(), v.parseJson(), v.array(v.object({ name: v.string() })));

async function examineCloudflare(patient: CloudCase, run: RunCommand): Promise<Finding[]> {
  const { status } = await run(wrangler(["whoami", "--json"], { quiet: true }));
  if (status !== 0) {
    return [problem("Cloudflare login", "run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN")];
  }
  return [
    ok("Cloudflare login"),
    await examineSecrets(patient, run),
    await examineHyperdrive(patient, run),
  ];
}

async function examineSecrets(patient: CloudCase, run: RunCommand): Promise<Finding> {
  const { environment, config } = patient;
  const target = ["--config", WRANGLER_TOML, "--env", environment];
  const { stdout } = await run(
    wrangler(["secret", "list", "--format", "json", ...target], { quiet: true }),
  );
  const listed = v.safeParse(secretListSchema, stdout);
  const known = listed.success ? listed.output.map(({ name }) => name) : [];
  const missing = (config.secrets?.required ?? []).filter((name) => !known.includes(name));
  return missing.length === 0
    ? ok("secrets", known.join(", "))
    : problem(
        "secrets",
        `missing ${missing.join(", ")}; set each with \`npx wrangler secret put NAME --env ${environment}\``,
      );
}

async function examineHyperdrive({ config }: CloudCase, run: RunCommand): Promise<Finding> {
  const id = config.hyperdrive[0]?.id ?? "";
  const command = ["hyperdrive", "get", id, "--config", WRANGLER_TOML];
  const { status, stdout } = await run(wrangler(command, { quiet: true }));
  if (status !== 0) return problem("Hyperdrive", `the account has no configuration ${id}`);
  return /"disabled":\s*true/.test(stdout)
    ? ok("Hyperdrive", "caching is off")
    : problem("Hyperdrive", `run \`npx wrangler hyperdrive update ${id} --caching-disabled\``);
}

async function examineStripe(
  { config, variables }: CloudCase,
  { connectStripe }: CloudInstruments,
): Promise<Finding[]> {
  const key = variables.STRIPE_SECRET_KEY;
  if (!key)
    return [unknown("Stripe", "set STRIPE_SECRET_KEY to have prices and webhook looked at")];
  const stripe = connectStripe(key);
  const prices = plans.map((plan) =>
    check(`price of ${plan.name}`, async () => {
      const variable = `STRIPE_PRICE_${plan.id.toUpperCase()}`;
      const price = await stripe.prices.retrieve(readVar(config, variable));
      if (!price.active) throw new Error(`${variable} is archived`);
      if (!isMonthly(price, plan.pricePerMonth * 100)) {
        throw new Error(`${variable} is not $${plan.pricePerMonth} a month, as the site says`);
      }
      return price.id;
    }),
  );
  const webhook = check("webhook endpoint", async () => {
    const siteUrl = readVar(config, "SITE_URL").replace(/\/$/, "");
    const endpoint = await findWebhookEndpoint(stripe, siteUrl);
    if (!endpoint) throw new Error("there is none for this site; run setup:cloud");
    const versionProblem = findVersionProblem(endpoint);
    if (versionProblem) throw new Error(versionProblem);
    if (!hasOurEvents(endpoint)) throw new Error("it gets other events; run setup:cloud");
    return endpoint.id;
  });
  return Promise.all([...prices, webhook]);
}

async function examineDatabase(
  { variables }: CloudCase,
  { findPendingMigrations }: CloudInstruments,
): Promise<Finding> {
  const url = variables.DATABASE_URL;
  if (!url) return unknown("database", "set DATABASE_URL to have its migrations looked at");
  return check("database", async () => {
    const pending = await findPendingMigrations(url);
    return pending.length === 0 ? "up to date" : `the next deploy applies ${pending.join(", ")}`;
  });
}
