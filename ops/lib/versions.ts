/** Versions of a Worker: uploads, secrets, and traffic percentages. */
import * as v from "valibot";
import { CommandError } from "./exec.ts";
import type { Target } from "./target.ts";
import { wrangler, wranglerJson } from "./wrangler.ts";

const WORKER_NOT_FOUND = /\[code: (10007|10090)\]/;

const deploymentSchema = v.object({
  versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
});
const versionSchema = v.object({
  resources: v.object({ bindings: v.array(v.object({ type: v.string() })) }),
});
const secretsSchema = v.array(v.object({ name: v.string() }));

/** Sets a secret. Creates a version that is live immediately. */
export async function putSecret(target: Target, name: string, value: string): Promise<void> {
  await wrangler(target, ["secret", "put", name], { input: value });
}

/** Id of the version with the most traffic. Throws one line when the Worker does not exist or wrangler fails. */
export async function readLiveVersion(target: Target): Promise<string> {
  const status = ["deployments", "status", "--json"];
  const { versions } = await wranglerJson(target, status, deploymentSchema).catch((error) => {
    if (!(error instanceof CommandError && WORKER_NOT_FOUND.test(error.output))) throw error;
    throw new Error(
      `there is no Worker ${target.worker} yet; run \`npm run setup:cloud -- --env ${target.environment}\``,
      { cause: error },
    );
  });
  const [live] = versions.toSorted((a, b) => b.percentage - a.percentage);
  if (!live) throw new Error(`${target.worker} has a deployment without a version`);
  return live.version_id;
}

/** True for the Worker without code that the first `wrangler secret put` creates. */
export async function isEmptyVersion(target: Target, version: string): Promise<boolean> {
  const view = ["versions", "view", version, "--json"];
  const { resources } = await wranglerJson(target, view, versionSchema);
  return !resources.bindings.some(({ type }) => type === "hyperdrive");
}

/** Throws one line when the latest version, whose secrets an upload inherits, lacks a required one. */
export async function requireSecrets(target: Target): Promise<void> {
  const { config, worker, environment } = target;
  const secrets = await wranglerJson(target, ["secret", "list"], secretsSchema);
  const names = new Set(secrets.map(({ name }) => name));
  const missing = config.secrets?.required?.filter((name) => !names.has(name)) ?? [];
  if (missing.length === 0) return;
  throw new Error(
    `${worker} lacks ${missing.join(", ")}: \`npx wrangler versions secret put NAME --env ${environment}\` sets one`,
  );
}

/** Uploads the build as a version without traffic, and returns its id. Throws one line. */
export async function uploadVersion(target: Target, commit: string): Promise<string> {
  const upload = ["versions", "upload", "--tag", commit, "--message", `Commit ${commit}`];
  const output = await wrangler(target, upload, { built: true });
  const id = /Worker Version ID: ([\w-]+)/.exec(output)?.[1];
  if (!id) throw new Error("wrangler did not say which version it uploaded");
  return id;
}

/** Splits the traffic by `percentages`, keyed by version id. Cloudflare refuses a version with older secrets (10220). */
export async function routeTraffic(
  target: Target,
  percentages: Readonly<Record<string, number>>,
  message: string,
): Promise<void> {
  const specs = Object.entries(percentages).map(([version, percent]) => `${version}@${percent}%`);
  await wrangler(target, ["versions", "deploy", ...specs, "--yes", "--message", message]);
}

/** Moves all traffic to `version` even if it has older secrets, which only `wrangler rollback` can do. */
export async function forceTraffic(
  target: Target,
  version: string,
  message: string,
): Promise<void> {
  await wrangler(target, ["rollback", version, "--yes", "--message", message]);
}
