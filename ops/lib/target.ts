/** The environment a command works on: its section of wrangler.toml, and the shell's variables. */
import { createRequire } from "node:module";
import path from "node:path";
import type { Unstable_Config } from "wrangler";
import { remainingPlaceholders } from "../../app/content/studio.ts";
import type { EnvironmentVariables } from "../../tools/shared/settings.ts";

export const CLOUD_ENVIRONMENTS = ["staging", "production"] as const;
type CloudEnvironment = (typeof CLOUD_ENVIRONMENTS)[number];

/** Always passed explicitly: wrangler would otherwise use the configuration of the last build. */
export const WRANGLER_TOML = "wrangler.toml";
/** The settings of Supabase Auth. */
export const SUPABASE_TOML = "supabase/config.toml";

type WranglerConfig = Partial<Unstable_Config> & Pick<Unstable_Config, "vars" | "hyperdrive">;

export interface Target {
  readonly environment: CloudEnvironment;
  readonly config: WranglerConfig;
  readonly worker: string;
  readonly siteUrl: string;
  readonly folder: string;
  /** Credentials, as listed in docs/setup.md. */
  readonly env: EnvironmentVariables;
  /** Ends running programs when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Between the tries of a failing smoke check; tests shorten it. */
  readonly smokePauseMs?: number;
}

/**
 * Reads the target of `--env` from the current folder and shell; `change` overrides parts of it. Throws one
 * line for an unknown environment, or a Worker name that does not match it.
 */
export function readTarget(name: string | undefined, change: Partial<Target> = {}): Target {
  const environment = CLOUD_ENVIRONMENTS.find((each) => each === name);
  if (!environment) {
    const problem = name === undefined ? "No environment given" : `Unknown environment "${name}"`;
    throw new Error(`${problem}. Add --env ${CLOUD_ENVIRONMENTS.join(" or --env ")}`);
  }
  const { folder = process.cwd(), env = process.env } = change;
  const config = change.config ?? readWranglerConfig(environment, folder);
  const worker = config.name ?? "";
  if (!worker.endsWith(`-${environment}`)) {
    throw new Error(`[env.${environment}] of ${WRANGLER_TOML} names the Worker "${worker}"`);
  }
  const siteUrl = readVar(config, "SITE_URL").replace(/\/$/, "");
  return { environment, config, worker, siteUrl, folder, env, ...change };
}

/** Reads an environment of wrangler.toml, or its top level, through wrangler. */
export function readWranglerConfig(
  environment?: CloudEnvironment,
  folder = process.cwd(),
): Unstable_Config {
  // Loaded here: it takes a second, and the local cloud imports this module without reading wrangler.toml.
  const wrangler: typeof import("wrangler") = createRequire(import.meta.url)("wrangler");
  // "" means the top level; undefined would mean CLOUDFLARE_ENV.
  return wrangler.unstable_readConfig(
    { config: path.join(folder, WRANGLER_TOML), env: environment ?? "" },
    { hideWarnings: true },
  );
}

/** A variable of the configuration; "" when it is not set. */
export function readVar(config: Pick<WranglerConfig, "vars">, name: string): string {
  const value = config.vars[name];
  return typeof value === "string" ? value : "";
}

/**
 * "replace-me", without the hyphen in Supabase project ids, which have letters only; ids of zeros and a
 * counter.
 */
export const PLACEHOLDER = /replace-?me|\b0{24}/;

/**
 * What is still to be filled in, one line each: in wrangler.toml, and for production in the facts of the
 * content.
 */
export function findPlaceholderProblems({ environment, config }: Target): string[] {
  const { vars, hyperdrive, routes } = config;
  const settings = Object.entries({ ...vars, hyperdrive, routes: routes ?? [] })
    .filter(([, value]) => PLACEHOLDER.test(JSON.stringify(value)))
    .map(([name]) => name);
  const facts = environment === "production" ? remainingPlaceholders : [];
  return [
    settings.length > 0 &&
      `[env.${environment}] of ${WRANGLER_TOML} has placeholders: ${settings.join(", ")}`,
    facts.length > 0 &&
      `app/content/studio.ts has ${facts.length} placeholder facts: ${facts.join("; ")}`,
  ].filter((line) => line !== false);
}
