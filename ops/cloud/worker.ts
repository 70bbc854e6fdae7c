/**
 * The Worker of an environment, as wrangler addresses it. Its name stands in wrangler.toml and, resolved, in
 * the build; wrangler adds an environment's name again to a build that is called with `--env`.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import type { RunCommand } from "./command.ts";
import type { CloudEnvironment } from "./environments.ts";
import { readWranglerJson, WranglerError } from "./wrangler.ts";
import { WRANGLER_TOML, type WranglerConfig } from "./wrangler-config.ts";

const BUILT_CONFIG = "build/server/wrangler.json";
const WORKER_NOT_FOUND = [10007, 10090];

export interface CloudWorker {
  readonly environment: CloudEnvironment;
  readonly name: string;
  /** Arguments for commands about what is deployed: secrets, versions, status. */
  readonly source: readonly string[];
  /** Arguments for commands that take the build along. */
  readonly built: readonly string[];
}

/** Throws when wrangler.toml does not name the Worker of `environment`. */
export function resolveWorker(
  environment: CloudEnvironment,
  config: Pick<WranglerConfig, "name">,
): CloudWorker {
  const { name } = config;
  if (!name?.endsWith(`-${environment}`)) {
    throw new Error(`[env.${environment}] of ${WRANGLER_TOML} names the Worker "${name ?? ""}"`);
  }
  return {
    environment,
    name,
    source: ["--config", WRANGLER_TOML, "--env", environment],
    built: ["--config", BUILT_CONFIG],
  };
}

const builtSchema = v.object({ name: v.string(), targetEnvironment: v.optional(v.string()) });

/** Throws one line unless the build in `folder` is one for `worker`. */
export function assertBuiltFor({ name, environment }: CloudWorker, folder: string): void {
  const text = readFileSync(path.join(folder, BUILT_CONFIG), "utf8");
  const built = v.parse(v.pipe(v.string(), v.parseJson(), builtSchema), text);
  if (built.name === name && built.targetEnvironment === environment) return;
  throw new Error(
    `the build is for ${built.name} (${built.targetEnvironment ?? "no environment"}), not for ${name}`,
  );
}

const secretsSchema = v.array(v.object({ name: v.string() }));

/** Names of the secrets that the Worker has; none when there is no such Worker yet. */
export async function listSecrets(run: RunCommand, worker: CloudWorker): Promise<string[]> {
  const args = ["secret", "list", "--format", "json", ...worker.source];
  try {
    return (await readWranglerJson(run, args, secretsSchema)).map(({ name }) => name);
  } catch (error) {
    if (isWorkerMissing(error)) return [];
    throw error;
  }
}

/** Most commands pass the API's code on; `secret list` has words of its own. */
function isWorkerMissing(error: unknown): boolean {
  if (!(error instanceof WranglerError)) return false;
  return WORKER_NOT_FOUND.includes(error.code ?? 0) || /Worker ".*" .*not found/.test(error.output);
}

const deploymentSchema = v.object({
  versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
});
const versionSchema = v.object({
  id: v.string(),
  number: v.number(),
  resources: v.object({
    bindings: v.array(v.object({ type: v.string(), name: v.string() })),
  }),
});

export interface LiveVersion {
  readonly id: string;
  /** False for the empty Worker that the first `wrangler secret put` makes. */
  readonly isProduct: boolean;
  /** Names of the secrets it has. */
  readonly secrets: readonly string[];
}

/**
 * The version that visitors have; the older one where a deploy was stopped while two shared them, for that is the
 * one to go back to. Throws one line when there is no such Worker or no answer.
 */
export async function readLiveVersion(run: RunCommand, worker: CloudWorker): Promise<LiveVersion> {
  try {
    const status = ["deployments", "status", "--json", ...worker.source];
    const { versions } = await readWranglerJson(run, status, deploymentSchema);
    const seen = await Promise.all(
      versions
        .filter(({ percentage }) => percentage > 0)
        .map(({ version_id }) => {
          const view = ["versions", "view", version_id, "--json", ...worker.source];
          return readWranglerJson(run, view, versionSchema);
        }),
    );
    const [live] = seen.toSorted((a, b) => a.number - b.number);
    if (!live) throw new Error(`${worker.name} has a deployment without a version`);
    const { id, resources } = live;
    const named = (type: string) =>
      resources.bindings.filter((binding) => binding.type === type).map(({ name }) => name);
    return { id, isProduct: named("hyperdrive").length > 0, secrets: named("secret_text") };
  } catch (error) {
    if (isWorkerMissing(error)) {
      throw new Error(
        `there is no Worker ${worker.name} yet; run \`npm run setup:cloud -- --env ${worker.environment}\``,
        { cause: error },
      );
    }
    throw error;
  }
}
