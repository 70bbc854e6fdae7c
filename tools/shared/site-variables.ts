/**
 * The Worker's variables for the local cloud. Only `.dev.vars` overrides them: the shell of a person who
 * deploys holds production's. Supabase and Postgres are not started when their variables point elsewhere.
 */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { LOCAL_KEYS, LOCAL_PRICES, LOCAL_PRODUCTS, type PortName } from "./settings.ts";

export type SiteVariables = Readonly<Record<string, string>>;

/** Connection string of the Worker's role on the local Postgres. */
function workerDatabaseUrl(ports: Readonly<Record<PortName, number>>): string {
  return `postgres://app_worker:local@127.0.0.1:${ports.postgres}/postgres`;
}

/** Variables that point to the local cloud on `ports`. */
export function localVariables(
  ports: Readonly<Record<PortName, number>>,
  siteUrl: string,
): SiteVariables {
  return {
    ENVIRONMENT: "local",
    SITE_URL: siteUrl,
    DATABASE_URL: workerDatabaseUrl(ports),
    SUPABASE_URL: `http://127.0.0.1:${ports.supabase}`,
    SUPABASE_PUBLISHABLE_KEY: LOCAL_KEYS.supabasePublishable,
    SUPABASE_SECRET_KEY: LOCAL_KEYS.supabaseSecret,
    SUPABASE_JWT_SECRET: "",
    STRIPE_API_URL: `http://127.0.0.1:${ports.stripe}`,
    STRIPE_JS_URL: `http://127.0.0.1:${ports.stripe}/stripe.js`,
    STRIPE_SECRET_KEY: LOCAL_KEYS.stripeSecret,
    STRIPE_PUBLISHABLE_KEY: LOCAL_KEYS.stripePublishable,
    STRIPE_WEBHOOK_SECRETS: LOCAL_KEYS.stripeWebhook,
    ...nameByPlan("STRIPE_PRICE", LOCAL_PRICES),
    ...nameByPlan("STRIPE_PRODUCT", LOCAL_PRODUCTS),
    SHEET_API_URL: `http://127.0.0.1:${ports.sheet}/v1/sheets/contact/rows`,
    SHEET_API_TOKEN: "local",
    TURNSTILE_SITE_KEY: "",
    TURNSTILE_SECRET_KEY: "",
    OPERATOR_TOKEN: LOCAL_KEYS.operator,
    PASSKEYS: "on",
  };
}

/** Variables such as STRIPE_PRICE_PRO. */
function nameByPlan(prefix: string, ids: SiteVariables): SiteVariables {
  const names = Object.entries(ids).map(([plan, id]) => [`${prefix}_${plan.toUpperCase()}`, id]);
  return Object.fromEntries(names);
}

/** Replaces `defaults` by what `file` sets. Throws one line for a misspelled name in it. */
export function withOverrides(defaults: SiteVariables, file = ".dev.vars"): SiteVariables {
  const overrides = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const unknown = Object.keys(overrides).filter((name) => !(name in defaults));
  if (unknown.length > 0) {
    throw new Error(`.dev.vars: ${unknown.join(", ")} is not in .dev.vars.example`);
  }
  const values = Object.entries(defaults).map(([name, value]) => [name, overrides[name] ?? value]);
  return Object.fromEntries(values);
}
