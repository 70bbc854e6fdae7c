/** Versions of a Worker: uploads, secrets, and traffic percentages. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import type { Target } from "./target.ts";
import { WranglerError, wrangler, wranglerJson } from "./wrangler.ts";

const WORKER_NOT_FOUND = [10007, 10090];
const OLD_SECRETS = 10220;

const deploymentSchema = v.object({
  versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
});
const versionSchema = v.object({
  resources: v.object({
    bindings: v.array(v.object({ type: v.string(), name: v.string() })),
  }),
});
const uploadSchema = v.object({
  type: v.literal("version-upload"),
  worker_name: v.string(),
  version_id: v.string(),
});

export interface Version {
  readonly id: string;
  /** True for the empty Worker that the first `wrangler secret put` creates. */
  readonly isEmpty: boolean;
  /** Names of its secrets. */
  readonly secrets: readonly string[];
}

/** Thrown for a version that would restore secrets that have changed since. */
export class OldSecretsError extends Error {
  override name = "OldSecretsError";
  readonly secrets: readonly string[];
  constructor(version: string, secrets: readonly string[], options: ErrorOptions) {
    super(`version ${version} has older values of ${secrets.join(", ")}`, options);
    this.secrets = secrets;
  }
}

/** Sets a secret. Creates a version that is live immediately. */
export async function putSecret(target: Target, name: string, value: string): Promise<void> {
  await wrangler(target, ["secret", "put", name], { input: value, quiet: true });
}

/** Most commands print the API's error code; `secret list` prints its own message. */
function isWorkerMissing(error: unknown): boolean {
  if (!(error instanceof WranglerError)) return false;
  return WORKER_NOT_FOUND.includes(error.code ?? 0) || /Worker ".*" .*not found/.test(error.output);
}

/** The version with the most traffic. Throws one line when the Worker does not exist or wrangler fails. */
export async function readCurrentVersion(target: Target): Promise<Version> {
  try {
    const status = ["deployments", "status", "--json"];
    const { versions } = await wranglerJson(target, status, deploymentSchema);
    const [live] = versions.toSorted((a, b) => b.percentage - a.percentage);
    if (!live) throw new Error(`${target.worker} has a deployment without a version`);
    return await readVersion(target, live.version_id);
  } catch (error) {
    if (!isWorkerMissing(error)) throw error;
    throw new Error(
      `there is no Worker ${target.worker} yet; run \`npm run setup:cloud -- --env ${target.environment}\``,
      { cause: error },
    );
  }
}

/** Throws one line when there is no such version. */
export async function readVersion(target: Target, id: string): Promise<Version> {
  const view = ["versions", "view", id, "--json"];
  const { resources } = await wranglerJson(target, view, versionSchema);
  const namesByType = (type: string) =>
    resources.bindings.filter((binding) => binding.type === type).map(({ name }) => name);
  return {
    id,
    isEmpty: namesByType("hyperdrive").length === 0,
    secrets: namesByType("secret_text"),
  };
}

/** Uploads the build as a version without traffic, and returns its id. Throws one line. */
export async function uploadVersion(target: Target, commit: string): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "upload-"));
  const report = path.join(folder, "report.ndjson");
  try {
    await wrangler(
      target,
      ["versions", "upload", "--tag", commit, "--message", `Commit ${commit}`],
      { built: true, env: { WRANGLER_OUTPUT_FILE_PATH: report } },
    );
    const upload = readFileSync(report, "utf8")
      .split("\n")
      .map((line) => v.safeParse(v.pipe(v.string(), v.parseJson(), uploadSchema), line))
      .find(({ success }) => success);
    if (!upload?.success) throw new Error("wrangler did not say which version it uploaded");
    const { worker_name: worker, version_id: id } = upload.output;
    if (worker === target.worker) return id;
    throw new Error(`wrangler uploaded to ${worker}, not to ${target.worker}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Splits the traffic by `percentages`, keyed by version id. Throws `OldSecretsError`, and moves nothing, when that
 * would restore changed secrets.
 */
export async function routeTraffic(
  target: Target,
  percentages: Readonly<Record<string, number>>,
  message: string,
): Promise<void> {
  const specs = Object.entries(percentages).map(([version, percent]) => `${version}@${percent}%`);
  try {
    await wrangler(target, ["versions", "deploy", ...specs, "--yes", "--message", message]);
  } catch (error) {
    if (!(error instanceof WranglerError) || error.code !== OLD_SECRETS) throw error;
    const names = /secrets have changed:\s*([\w, ]+?)\s*(?:\[code|\n|$)/.exec(error.output)?.[1];
    throw new OldSecretsError(
      Object.keys(percentages).join(", "),
      names?.split(/,\s*/) ?? ["a secret"],
      { cause: error },
    );
  }
}

/** Moves all traffic to `version` even if it has older secrets, which only `wrangler rollback` can do. */
export async function forceTraffic(
  target: Target,
  version: string,
  message: string,
): Promise<void> {
  await wrangler(target, ["rollback", version, "--yes", "--message", message]);
}
