/** The environment's section of wrangler.toml: what is left to fill in, and the ids that setup fills in. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Resource } from "../lib/checks.ts";
import { findPlaceholderProblems, type Target, WRANGLER_TOML } from "../lib/target.ts";

/**
 * The Worker's name without the environment, e.g. "acme": marks what this project owns in shared accounts.
 */
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

/** The variables of wrangler.toml: nothing is left to fill in. Tests validate what is filled in. */
export const variables: Resource = {
  name: "variables",
  read: async (target) => ({ problems: findPlaceholderProblems(target) }),
};
