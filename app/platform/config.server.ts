/** The Worker's configuration, validated once. `.dev.vars.example` describes every variable. */
import * as v from "valibot";
import { byPlan } from "../content/plans.ts";
import type { Environment } from "../http/security-headers.server.ts";

/** Keys of the local cloud and of `supabase start`. They are public, so no other environment accepts them. */
const LOCAL_ONLY_VALUES =
  /^(sb_(publishable|secret)_local|[sp]k_test_local|whsec_local|super-secret-jwt-token-.*)$/;

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const url = v.pipe(text, v.url());
const optionalUrl = v.optional(v.union([v.literal(""), url]));

const variables = v.object({
  ENVIRONMENT: v.picklist(["local", "staging", "production"]),
  SITE_URL: url,
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: text,
  SUPABASE_SECRET_KEY: text,
  SUPABASE_JWT_SECRET: v.optional(v.string()),
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRETS: v.pipe(
    text,
    v.check((list) => splitList(list).length > 0),
  ),
  STRIPE_API_URL: optionalUrl,
  STRIPE_JS_URL: optionalUrl,
  /** If it is empty, messages go out by email only. */
  SHEET_API_URL: v.union([v.literal(""), url]),
  SHEET_API_TOKEN: v.optional(v.string(), ""),
  TURNSTILE_SITE_KEY: v.optional(v.string(), ""),
  TURNSTILE_SECRET_KEY: v.optional(v.string(), ""),
  OPERATOR_TOKEN: v.optional(v.string(), ""),
  PASSKEYS: v.optional(v.picklist(["on", "off"]), "off"),
});

type RawVariables = Readonly<Record<string, unknown>>;
type Values = v.InferOutput<typeof variables>;

export type Config = Readonly<ReturnType<typeof parseConfig>>;

/** Invalid configuration; the message names each variable and where to set it. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const configCache = new WeakMap<object, Config>();

/** Returns the configuration in `env`, validated once per isolate. Throws `ConfigError`. */
export function readConfig(env: object): Config {
  const cached = configCache.get(env);
  if (cached) return cached;
  const config = parseConfig({ ...env });
  configCache.set(env, config);
  return config;
}

/** Validates raw variables. Throws a `ConfigError` that lists every problem. */
export function parseConfig(raw: RawVariables) {
  const parsed = v.safeParse(variables, raw);
  if (!parsed.success) throw new ConfigError(describeIssues(parsed.issues, raw));
  const values = parsed.output;
  if (values.ENVIRONMENT !== "local") {
    rejectLocalValues(raw, values.ENVIRONMENT);
    rejectUnsafeValues(values, values.ENVIRONMENT);
  }
  rejectPartialTurnstile(values);
  return {
    environment: values.ENVIRONMENT,
    /** Origin of the site, without a trailing slash. */
    siteUrl: values.SITE_URL.replace(/\/$/, ""),
    supabase: {
      url: values.SUPABASE_URL.replace(/\/$/, ""),
      publishableKey: values.SUPABASE_PUBLISHABLE_KEY,
      secretKey: values.SUPABASE_SECRET_KEY,
      /** Only for projects that sign tokens with the legacy shared secret. */
      jwtSecret: values.SUPABASE_JWT_SECRET || undefined,
    },
    stripe: {
      secretKey: values.STRIPE_SECRET_KEY,
      publishableKey: values.STRIPE_PUBLISHABLE_KEY,
      /** More than one during a rotation. */
      webhookSecrets: splitList(values.STRIPE_WEBHOOK_SECRETS),
      /** Set only when a stand-in replaces Stripe's API or script. */
      apiUrl: values.STRIPE_API_URL || undefined,
      scriptUrl: values.STRIPE_JS_URL || undefined,
    },
    planCatalog: {
      /** Price id by plan; empty when the plan cannot be bought. */
      prices: readPlanIds(raw, "STRIPE_PRICE"),
      /** Product id by plan: any price of the product grants the plan. Empty to match by price only. */
      products: readPlanIds(raw, "STRIPE_PRODUCT"),
    },
    /** Undefined when messages go out by email only. */
    sheet: values.SHEET_API_URL
      ? { url: values.SHEET_API_URL, token: values.SHEET_API_TOKEN }
      : undefined,
    /** Bearer token for the details of /readyz; undefined when they are off. */
    operatorToken: values.OPERATOR_TOKEN || undefined,
    passkeys: values.PASSKEYS === "on",
    /** Undefined when forms show no challenge. */
    turnstile: values.TURNSTILE_SITE_KEY
      ? { siteKey: values.TURNSTILE_SITE_KEY, secretKey: values.TURNSTILE_SECRET_KEY }
      : undefined,
  };
}

/** One variable per plan, such as STRIPE_PRICE_PRO; empty where it is missing. */
function readPlanIds(raw: RawVariables, prefix: string) {
  return byPlan((plan) => String(raw[`${prefix}_${plan.toUpperCase()}`] ?? ""));
}

function splitList(value: string): string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function describeIssues(issues: readonly v.BaseIssue<unknown>[], raw: RawVariables): string {
  const problems = issues.map((issue) => {
    const name = v.getDotPath(issue) ?? "?";
    return raw[name] === undefined ? `${name} is missing` : `${name} is not valid`;
  });
  return `Configuration: ${problems.join("; ")}. Set it in .dev.vars (local), in wrangler.toml [env.*.vars], or with \`wrangler secret put <NAME> --env <environment>\`.`;
}

function rejectLocalValues(raw: RawVariables, environment: Environment): void {
  const forbidden = Object.keys(raw).filter((name) => {
    const value = raw[name];
    return (
      typeof value === "string" && splitList(value).some((part) => LOCAL_ONLY_VALUES.test(part))
    );
  });
  for (const name of ["STRIPE_API_URL", "STRIPE_JS_URL"]) if (raw[name]) forbidden.push(name);
  if (forbidden.length > 0) {
    throw new ConfigError(
      `Configuration: ${forbidden.join(", ")} holds a value that is for the local cloud only, but ENVIRONMENT is ${environment}.`,
    );
  }
}

/** Shorter than any key that Supabase or Stripe issues. */
const MIN_SECRET_LENGTH = 16;

const SECRETS = [
  "SUPABASE_SECRET_KEY",
  "SUPABASE_JWT_SECRET",
  "STRIPE_SECRET_KEY",
  "SHEET_API_TOKEN",
  "TURNSTILE_SECRET_KEY",
  "OPERATOR_TOKEN",
] as const;

const WEBHOOK_SECRET = /^whsec_.{10}/;

/** Source: Cloudflare, Turnstile, Testing. */
export const TURNSTILE_TEST_KEY = /^[123]x0{10}/;

/** Rejects values that parse but cannot be right for a deployed environment. */
function rejectUnsafeValues(values: Values, environment: "staging" | "production"): void {
  const mode = environment === "production" ? "live" : "test";
  const problems = [
    ...(["SITE_URL", "SUPABASE_URL", "SHEET_API_URL"] as const)
      .filter((name) => !/^(https:\/\/|$)/.test(values[name]))
      .map((name) => `${name} has to begin with https://`),
    new URL(values.SITE_URL).origin !== values.SITE_URL.replace(/\/$/, "") &&
      "SITE_URL has to be a scheme and a host, without a path",
    // Empty and missing secrets are up to the `variables` schema.
    ...SECRETS.filter((name) => values[name] && values[name].trim().length < MIN_SECRET_LENGTH).map(
      (name) => `${name} is too short`,
    ),
    isPublicSupabaseKey(values.SUPABASE_SECRET_KEY) &&
      "SUPABASE_SECRET_KEY has to be a secret key, not a publishable one",
    !isPublicSupabaseKey(values.SUPABASE_PUBLISHABLE_KEY) &&
      "SUPABASE_PUBLISHABLE_KEY has to be a publishable key: it is sent to browsers",
    !new RegExp(`^[sr]k_${mode}_`).test(values.STRIPE_SECRET_KEY) &&
      `STRIPE_SECRET_KEY has to be a secret key of ${mode} mode`,
    !values.STRIPE_PUBLISHABLE_KEY.startsWith(`pk_${mode}_`) &&
      `STRIPE_PUBLISHABLE_KEY has to be a publishable key of ${mode} mode`,
    !splitList(values.STRIPE_WEBHOOK_SECRETS).every((secret) => WEBHOOK_SECRET.test(secret)) &&
      "STRIPE_WEBHOOK_SECRETS has to be signing secrets, whsec_…, with commas between them",
    ...(["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"] as const)
      .filter((name) => environment === "production" && TURNSTILE_TEST_KEY.test(values[name]))
      .map((name) => `${name} is a test key, which lets everyone pass or no one`),
  ].filter(Boolean);
  if (problems.length > 0) {
    throw new ConfigError(`Configuration for ${environment}: ${problems.join("; ")}.`);
  }
}

/** True for a publishable key, or a legacy JWT with the role `anon`. */
function isPublicSupabaseKey(key: string): boolean {
  if (key.startsWith("sb_publishable_")) return true;
  const payload = /^eyJ[\w-]*\.([\w-]+)\./.exec(key)?.[1];
  if (payload === undefined) return false;
  try {
    return atob(payload.replaceAll("-", "+").replaceAll("_", "/")).includes('"role":"anon"');
  } catch {
    return false;
  }
}

function rejectPartialTurnstile(values: Values): void {
  if (Boolean(values.TURNSTILE_SITE_KEY) === Boolean(values.TURNSTILE_SECRET_KEY)) return;
  throw new ConfigError(
    "Configuration: TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY go together; set both or neither.",
  );
}
