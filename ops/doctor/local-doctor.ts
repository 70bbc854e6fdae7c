/** Checks whether `npm run dev` and `npm start` can work on this machine. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { parseConfig } from "../../app/platform/config.server.ts";
import { findPendingMigrations } from "../../drizzle/migrate.ts";
import { describeNodeProblem } from "../../tools/node-version.mjs";
import { requireFreePorts } from "../../tools/ports-in-use.ts";
import { type EnvironmentVariables, portsAt, readPortOffset } from "../../tools/settings.ts";
import { localVariables, withOverrides } from "../../tools/site-variables.ts";
import { describeError } from "../lib/http.ts";
import { LOCAL_ONLY_VARIABLES, readVariableDescriptions } from "../lib/variables.ts";
import { assertValid, type Check, Finding } from "./checks.ts";

export interface LocalEnvironment {
  /** The project's folder. */
  readonly folder: string;
  /** `process` of the running Node. */
  readonly node: Pick<NodeJS.Process, "platform" | "arch"> & {
    readonly versions: { readonly node: string };
  };
  readonly env: EnvironmentVariables;
}

/** In output order. The local cloud may be running or stopped. */
export const LOCAL_CHECKS: Readonly<Record<string, Check<LocalEnvironment>>> = {
  Node: checkNode,
  dependencies: (environment) =>
    checkFile(environment, "node_modules/.package-lock.json", "npm install"),
  ".dev.vars": checkOverrides,
  configuration: checkConfiguration,
  "local cloud": checkServices,
  "production build": (environment) =>
    checkFile(environment, "build/server/wrangler.json", "npm run build"),
};

async function checkNode({ node }: LocalEnvironment): Promise<string> {
  const { platform, arch, versions } = node;
  const problem = describeNodeProblem({ version: versions.node, platform, arch });
  if (problem) throw new Finding(problem);
  return versions.node;
}

async function checkFile(
  { folder }: LocalEnvironment,
  file: string,
  command: string,
): Promise<string> {
  if (existsSync(path.join(folder, file))) return "present";
  throw new Finding(`missing; run \`${command}\``);
}

/** Rejects unknown variables in `.dev.vars`: a misspelled one would be ignored silently. */
async function checkOverrides({ folder }: LocalEnvironment): Promise<string> {
  const file = path.join(folder, ".dev.vars");
  if (!existsSync(file)) return "overrides nothing";
  const known = [...LOCAL_ONLY_VARIABLES, ...readVariableDescriptions().map(({ name }) => name)];
  const names = Object.keys(parseEnv(readFileSync(file, "utf8")));
  const unknown = names.filter((name) => !known.includes(name)).join(", ");
  if (unknown !== "") throw new Finding(`${unknown} is not in .dev.vars.example`);
  return `overrides ${names.join(", ")}`;
}

async function checkConfiguration({ env }: LocalEnvironment): Promise<string> {
  const ports = portsAt(readPortOffset(env));
  const variables = withOverrides(localVariables(ports, `http://localhost:${ports.dev}`), env);
  assertValid(() => parseConfig(variables));
  return "valid";
}

/** Checks the running services, or that their ports are free. */
async function checkServices({ env }: LocalEnvironment): Promise<string> {
  const ports = portsAt(readPortOffset(env));
  const claims = Object.entries(ports).map(([name, port]) => ({ name, port }));
  const taken = await requireFreePorts(claims).then(() => undefined, describeError);
  if (taken === undefined) return "not running, and all its ports are free";
  const databaseUrl = `postgres://postgres:postgres@127.0.0.1:${ports.postgres}/postgres`;
  const pending = await findPendingMigrations(databaseUrl).catch(() => {
    throw new Error(`its database does not respond, and ${taken}`);
  });
  if (pending.length === 0) return "running, and its database is up to date";
  throw new Finding(`lacks ${pending.join(", ")}; run \`npm run db:migrate\``);
}
