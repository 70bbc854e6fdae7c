/** The environment that a command works on: its part of wrangler.toml, and the shell it was started in. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import { type Unstable_Config, unstable_readConfig } from "wrangler";
import type { EnvironmentVariables } from "../../tools/settings.ts";

export const CLOUD_ENVIRONMENTS = ["staging", "production"] as const;
export type CloudEnvironment = (typeof CLOUD_ENVIRONMENTS)[number];

/** The source, not the build: wrangler would otherwise follow the last build to whatever it was for. */
export const WRANGLER_TOML = "wrangler.toml";
/** Says which facts about the studio are invented. */
const FACTS_FILE = "app/content/studio.ts";

export type WranglerConfig = Pick<
  Unstable_Config,
  "name" | "vars" | "secrets" | "hyperdrive" | "routes"
>;

export interface Target {
  readonly environment: CloudEnvironment;
  readonly config: WranglerConfig;
  /** The Worker's name. */
  readonly worker: string;
  /** Origin of the site. */
  readonly siteUrl: string;
  /** The project's folder. */
  readonly folder: string;
  /** Logins and keys, by the names that docs/operations.md lists. */
  readonly env: EnvironmentVariables;
}

/** `value` as one of `allowed`. Throws one line that names the choices when it is missing or unknown. */
export function parseEnvironment<Name extends string>(
  value: string | undefined,
  allowed: readonly Name[],
): Name {
  const chosen = allowed.find((name) => name === value);
  if (chosen !== undefined) return chosen;
  const problem = value === undefined ? "No environment given" : `Unknown environment "${value}"`;
  throw new Error(`${problem}. Add --env ${allowed.join(" or --env ")}`);
}

/**
 * The target of `--env`, in this folder and shell unless `change` says otherwise. Throws one line when there is no
 * such environment, or when wrangler.toml names another Worker for it.
 */
export function readTarget(name: string | undefined, change: Partial<Target> = {}): Target {
  const environment = parseEnvironment(name, CLOUD_ENVIRONMENTS);
  const { folder = process.cwd(), env = process.env } = change;
  const config = change.config ?? readWranglerConfig(environment, folder);
  const worker = config.name ?? "";
  if (!worker.endsWith(`-${environment}`)) {
    throw new Error(`[env.${environment}] of ${WRANGLER_TOML} names the Worker "${worker}"`);
  }
  const siteUrl = readVar(config, "SITE_URL").replace(/\/$/, "");
  return { environment, config, worker, siteUrl, folder, env, ...change };
}

/** wrangler's reading of `environment`, or of the top level. Throws when wrangler cannot read it. */
export function readWranglerConfig(
  environment?: CloudEnvironment,
  folder = process.cwd(),
): Unstable_Config {
  // An empty name stands for the top level; undefined would mean CLOUDFLARE_ENV.
  return unstable_readConfig(
    { config: path.join(folder, WRANGLER_TOML), env: environment ?? "" },
    { hideWarnings: true },
  );
}

/** A variable of the configuration as text; empty when it is not set. */
export function readVar(config: Pick<WranglerConfig, "vars">, name: string): string {
  const value = config.vars[name];
  return typeof value === "string" ? value : "";
}

/** Ids that count up from zero exist at no account. */
const PLACEHOLDER_ID = /^0{24}/;
/** A Supabase project's id has letters alone. */
export const PLACEHOLDER_TEXT = /replace-?me/;

/** Where `config` still holds a placeholder, as paths into wrangler.toml. */
export function findPlaceholders({
  vars,
  hyperdrive,
  routes = [],
}: Pick<WranglerConfig, "vars" | "hyperdrive" | "routes">): string[] {
  const variables = Object.entries(vars)
    .filter(([, value]) => typeof value === "string" && PLACEHOLDER_TEXT.test(value))
    .map(([name]) => `vars.${name}`);
  const databases = hyperdrive
    .filter(({ id = "" }) => PLACEHOLDER_ID.test(id))
    .map(({ binding }) => `hyperdrive ${binding} id`);
  return [
    ...variables,
    ...databases,
    ...(PLACEHOLDER_TEXT.test(JSON.stringify(routes)) ? ["routes"] : []),
  ];
}

const factsSchema = v.object({ placeholdersLeft: v.array(v.string()) });

/** The invented facts that are left in the site's text, which production may not have. */
export async function findPlaceholderFacts({ environment, folder }: Target): Promise<string[]> {
  if (environment !== "production") return [];
  const facts: unknown = await import(pathToFileURL(path.join(folder, FACTS_FILE)).href);
  return v.parse(factsSchema, facts).placeholdersLeft;
}
