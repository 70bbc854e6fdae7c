/** What wrangler.toml says of an environment, read by wrangler's own parser. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import { type Unstable_Config, unstable_readConfig } from "wrangler";
import type { CloudEnvironment } from "./environments.ts";

/** The source, not the build: wrangler would otherwise follow the last build to whatever it was for. */
export const WRANGLER_TOML = "wrangler.toml";

export type WranglerConfig = Unstable_Config;

/**
 * The configuration of `environment`, or of the top level, in the project at `folder`. Throws when wrangler
 * cannot read it.
 */
export function readWranglerConfig(
  environment?: CloudEnvironment,
  folder = process.cwd(),
): WranglerConfig {
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
export function findPlaceholders(
  config: Pick<WranglerConfig, "vars" | "hyperdrive" | "routes">,
): string[] {
  const variables = Object.entries(config.vars)
    .filter(([, value]) => typeof value === "string" && PLACEHOLDER_TEXT.test(value))
    .map(([name]) => `vars.${name}`);
  const databases = config.hyperdrive
    .filter(({ id = "" }) => PLACEHOLDER_ID.test(id))
    .map(({ binding }) => `hyperdrive ${binding} id`);
  const isPlaceholder = (route: unknown) => PLACEHOLDER_TEXT.test(JSON.stringify(route));
  const routes = (config.routes ?? []).some(isPlaceholder) ? ["routes"] : [];
  return [...variables, ...databases, ...routes];
}

/** Says which facts about the studio are invented. */
const FACTS = "app/content/studio.ts";
const factsSchema = v.object({ placeholdersLeft: v.array(v.string()) });

/** The facts of the site's text that are still invented: phone, addresses, names. */
export async function findContentPlaceholders(folder = process.cwd()): Promise<string[]> {
  const facts: unknown = await import(pathToFileURL(path.join(folder, FACTS)).href);
  return v.parse(factsSchema, facts).placeholdersLeft;
}
