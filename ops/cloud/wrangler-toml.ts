/** The environment's section of wrangler.toml: what is left to fill in, and the ids that setup fills in. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseConfig } from "../../app/platform/config.server.ts";
import type { Resource } from "../lib/checks.ts";
import { describeError } from "../lib/http.ts";
import {
  findPlaceholderProblems,
  findTurnstileNote,
  readVar,
  type Target,
  WRANGLER_TOML,
} from "../lib/target.ts";

/** The Worker's name without the environment, e.g. "acme": marks what this project owns in shared accounts. */
export function getProjectName({ worker, environment }: Target): string {
  return worker.slice(0, -environment.length - 1);
}

/** Sets `values` in a section such as "[env.staging.vars]". Keeps comments and all other lines. */
export function writeSection(
  { folder }: Target,
  section: string,
  values: Readonly<Record<string, string>>,
): void {
  const file = path.join(folder, WRANGLER_TOML);
  const lines = readFileSync(file, "utf8").split("\n");
  const start = lines.indexOf(section) + 1;
  if (start === 0) throw new Error(`${WRANGLER_TOML} has no ${section}`);
  const next = lines.findIndex((line, index) => index >= start && line.startsWith("["));
  const end = next === -1 ? lines.length : next;
  for (const [name, value] of Object.entries(values)) {
    const isOld = (line: string, index: number) =>
      index >= start && index < end && line.startsWith(`${name} = `);
    const at = lines.findIndex(isOld);
    lines.splice(at === -1 ? start : at, at === -1 ? 0 : 1, `${name} = ${JSON.stringify(value)}`);
  }
  writeFileSync(file, lines.join("\n"));
}

/** Secrets that pass the Worker's validation. */
export function placeholderSecrets(
  names: readonly string[],
  environment: Target["environment"],
): Record<string, string> {
  const known: Readonly<Record<string, string>> = {
    STRIPE_SECRET_KEY: `sk_${environment === "production" ? "live" : "test"}_set-at-cloudflare`,
    STRIPE_WEBHOOK_SECRETS: "whsec_set-at-cloudflare",
  };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? "set-at-cloudflare"]));
}

/** Nothing is left to fill in, and the Worker accepts the variables, here with placeholder secrets. */
export const variables: Resource = {
  name: "variables",
  read: async (target) => {
    const { environment, config } = target;
    const problems = findPlaceholderProblems(target);
    if (problems.length > 0) return { problems };
    const secrets = placeholderSecrets(config.secrets?.required ?? [], environment);
    // The Turnstile secret is optional, so it is not in the required list.
    const turnstile = readVar(config, "TURNSTILE_SITE_KEY") && "set-at-cloudflare";
    try {
      parseConfig({ ...config.vars, ...secrets, TURNSTILE_SECRET_KEY: turnstile });
    } catch (error) {
      return { problems: [describeError(error)] };
    }
    return { problems, detail: findTurnstileNote(target) };
  },
};
