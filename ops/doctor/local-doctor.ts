/** What keeps `npm run dev` or `npm start` from working on this machine. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { parseConfig } from "../../app/platform/config.server.ts";
import { findPendingMigrations } from "../../drizzle/migrate.ts";
import { describeNodeProblem } from "../../tools/node-version.mjs";
import { requireFreePorts } from "../../tools/ports-in-use.ts";
import { type EnvironmentVariables, portsAt, readPortOffset } from "../../tools/settings.ts";
import { localVariables, withOverrides } from "../../tools/site-variables.ts";
import { LOCAL_ONLY_VARIABLES, readVariableDescriptions } from "../cloud/variables.ts";
import { check, type Finding, ok, problem, unknown } from "./finding.ts";

export interface LocalMachine {
  /** The project's folder. */
  readonly folder: string;
  /** `version` as in `process.versions.node`. */
  readonly node: { readonly version: string; readonly platform: string; readonly arch: string };
  readonly env: EnvironmentVariables;
}

/** Everything that can be told about a local set-up, whether it is running or not. */
export async function examineLocal(machine: LocalMachine): Promise<Finding[]> {
  const offset = readPortOffset(machine.env);
  return [
    examineNode(machine.node),
    examineFolder(machine, "node_modules/.package-lock.json", "dependencies", "npm install"),
    ...examineOverrides(machine.folder),
    await examineVariables(machine, offset),
    await examineServices(offset),
    examineFolder(machine, "build/server/wrangler.json", "production build", "npm run build"),
  ];
}

function examineNode(node: LocalMachine["node"]): Finding {
  const told = describeNodeProblem(node);
  return told ? problem("Node", told) : ok("Node", node.version);
}

function examineFolder(
  { folder }: LocalMachine,
  file: string,
  subject: string,
  command: string,
): Finding {
  return existsSync(path.join(folder, file))
    ? ok(subject, "there")
    : problem(subject, `missing; run \`${command}\``);
}

/** `.dev.vars` may only name variables that exist: a misspelt one would do nothing, silently. */
function examineOverrides(folder: string): Finding[] {
  const file = path.join(folder, ".dev.vars");
  if (!existsSync(file)) return [];
  const known = [...LOCAL_ONLY_VARIABLES, ...readVariableDescriptions().map(({ name }) => name)];
  const names = Object.keys(parseEnv(readFileSync(file, "utf8")));
  const strange = names.filter((name) => !known.includes(name));
  return strange.length > 0
    ? [problem(".dev.vars", `${strange.join(", ")} is no variable of .dev.vars.example`)]
    : [ok(".dev.vars", `overrides ${names.join(", ")}`)];
}

function examineVariables({ env }: LocalMachine, offset: number): Promise<Finding> {
  return check("configuration", async () => {
    const ports = portsAt(offset);
    parseConfig(withOverrides(localVariables(ports, `http://localhost:${ports.dev}`), env));
    return "valid";
  });
}

/** Running services are asked; where nothing runs, the ports must be free. */
async function examineServices(offset: number): Promise<Finding> {
  const ports = portsAt(offset);
  const databaseUrl = `postgres://postgres:postgres@127.0.0.1:${ports.postgres}/postgres`;
  const claims = Object.entries(ports).map(([name, port]) => ({ name, port }));
  const taken = await requireFreePorts(claims).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (taken === undefined) return ok("local cloud", "not running, and all its ports are free");
  return findPendingMigrations(databaseUrl).then(
    (pending) =>
      pending.length === 0
        ? ok("local cloud", "running, and its database is up to date")
        : problem("local cloud", `lacks ${pending.join(", ")}; run \`npm run db:migrate\``),
    () => unknown("local cloud", `its database does not answer, and ${taken}`),
  );
}
