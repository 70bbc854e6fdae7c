import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseConfig } from "../../app/platform/config.server.ts";
import { SCHEDULE } from "../../workers/scheduled.ts";
import {
  CLOUD_ENVIRONMENTS,
  findPlaceholderProblems,
  readTarget,
  readVar,
  readWranglerConfig,
  WRANGLER_TOML,
} from "./target.ts";

type WranglerConfig = ReturnType<typeof readWranglerConfig>;

const local = readWranglerConfig();
const staging = readWranglerConfig("staging");
const production = readWranglerConfig("production");
/** Variables that only a local Worker has. */
const LOCAL_ONLY = ["DATABASE_URL", "STRIPE_API_URL", "STRIPE_JS_URL"];
/** The variables of `.dev.vars.example`; "(secret)" in the comment above marks a secret. */
const described = Array.from(
  readFileSync(".dev.vars.example", "utf8").matchAll(/((?:^#.*\n)*)^([A-Z_]+)=/gm),
  ([, comment = "", name = ""]) => ({ name, isSecret: comment.includes("(secret)") }),
).filter(({ name }) => !LOCAL_ONLY.includes(name));
const secrets = described.filter(({ isSecret }) => isSecret).map(({ name }) => name);

function getBindings(config: WranglerConfig): string[] {
  return [
    config.assets?.binding,
    ...config.hyperdrive.map(({ binding }) => binding),
    ...(config.ratelimits ?? []).map(({ name }) => name),
    ...config.send_email.map(({ name }) => name),
  ].map(String);
}

/** Names, ids and URLs that environments must not share. */
function getIdentities(config: WranglerConfig): string[] {
  return [
    String(config.name),
    ...config.hyperdrive.map(({ id }) => String(id)),
    ...(config.ratelimits ?? []).map(({ namespace_id }) => namespace_id),
    ...(config.routes ?? []).map((route) => JSON.stringify(route)),
    ...["ENVIRONMENT", "SITE_URL", "SUPABASE_URL"].map((name) => readVar(config, name)),
  ];
}

describe.each(CLOUD_ENVIRONMENTS)("%s", (environment) => {
  const config = readWranglerConfig(environment);

  test("has every variable that is not a secret", () => {
    const expected = described.filter(({ isSecret }) => !isSecret).map(({ name }) => name);
    expect(Object.keys(config.vars).sort()).toEqual(expected.sort());
    expect(readVar(config, "ENVIRONMENT")).toBe(environment);
  });

  test("has no secrets, and requires those that the Worker needs to start", () => {
    expect(Object.keys(config.vars).filter((name) => secrets.includes(name))).toEqual([]);
    const required = config.secrets?.required ?? [];
    expect(secrets).toEqual(expect.arrayContaining(required));
    const values = {
      SUPABASE_SECRET_KEY: "set-at-cloudflare",
      STRIPE_SECRET_KEY: `sk_${environment === "production" ? "live" : "test"}_set-at-cloudflare`,
      STRIPE_WEBHOOK_SECRETS: "whsec_set-at-cloudflare",
    };
    expect(parseConfig({ ...config.vars, ...values }).environment).toBe(environment);
    for (const name of required) {
      expect(() => parseConfig({ ...config.vars, ...values, [name]: undefined })).toThrow(name);
    }
  });

  test("has the bindings and rate limits of the local Worker", () => {
    expect(getBindings(config)).toEqual(getBindings(local));
    const limits = ({ ratelimits }: WranglerConfig) => ratelimits?.map(({ simple }) => simple);
    expect(limits(config)).toEqual(limits(local));
  });

  test("has the crons of the Worker's tasks", () => {
    expect(config.triggers.crons).toEqual(Object.keys(SCHEDULE));
  });

  test("keeps full URLs out of the logs", () => {
    expect(config.observability?.logs).toMatchObject({ enabled: true, invocation_logs: false });
    expect(config.observability?.traces).toEqual({ enabled: false });
  });

  test("is available only at its domain; staging has preview URLs", () => {
    const { host } = new URL(readVar(config, "SITE_URL"));
    expect(config.routes).toEqual([{ pattern: host, custom_domain: true }]);
    expect(config).toMatchObject({ workers_dev: false, preview_urls: environment === "staging" });
  });
});

test("environments share no name, id or URL", () => {
  const all = [local, staging, production].flatMap(getIdentities).filter((id) => id !== "");
  expect(all).toEqual([...new Set(all)]);
});

test("the top level has no ids of a Cloudflare account", () => {
  expect(local.hyperdrive.map(({ id }) => id)).toEqual(["0".repeat(32)]);
  expect(local.routes).toBeUndefined();
  expect(local.account_id).toBeUndefined();
  expect(Object.keys(local.vars)).toEqual(["ENVIRONMENT"]);
});

test("comments list the optional secrets", () => {
  const optional = secrets.filter((name) => !staging.secrets?.required?.includes(name));
  const text = readFileSync(WRANGLER_TOML, "utf8");
  for (const name of optional) expect(text).toContain(name);
});

test("finds placeholders in variables, bindings and routes", () => {
  const config = {
    name: "site-staging",
    hyperdrive: [{ binding: "HYPERDRIVE", id: `${"0".repeat(31)}1` }],
    vars: {
      SITE_URL: "https://www.replace-me.example",
      TURNSTILE_SITE_KEY: "",
      SUPABASE_URL: readVar(production, "SUPABASE_URL"),
    },
    routes: [{ pattern: "www.replace-me.example", custom_domain: true }],
  };
  expect(findPlaceholderProblems(readTarget("staging", { config }))).toEqual([
    "[env.staging] of wrangler.toml has placeholders: SITE_URL, SUPABASE_URL, hyperdrive, routes",
  ]);
});

test("an environment must be known, and its Worker's name must match", () => {
  expect(readTarget("staging")).toMatchObject({
    environment: "staging",
    worker: staging.name,
    siteUrl: readVar(staging, "SITE_URL"),
  });
  expect(() => readTarget(undefined)).toThrow(
    "No environment given. Add --env staging or --env production",
  );
  expect(() => readTarget("prod")).toThrow('Unknown environment "prod"');
  expect(() => readTarget("production", { config: staging })).toThrow(
    `[env.production] of wrangler.toml names the Worker "${staging.name}"`,
  );
});
