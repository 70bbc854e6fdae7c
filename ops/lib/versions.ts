/** The versions of a Worker: uploading them, their secrets, and which share of the traffic each has. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import type { Target } from "./target.ts";
import { WranglerError, wrangler, wranglerJson } from "./wrangler.ts";

const WORKER_NOT_FOUND = [10007, 10090];
const OLD_SECRETS = 10220;

const secretsSchema = v.array(v.object({ name: v.string() }));
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
const uploadSchema = v.object({
  type: v.literal("version-upload"),
  worker_name: v.string(),
  version_id: v.string(),
});

export interface Version {
  readonly id: string;
  /** False for the empty Worker that the first `wrangler secret put` makes. */
  readonly isProduct: boolean;
  /** Names of its secrets. */
  readonly secrets: readonly string[];
}

/** A version that would bring secrets back which have been changed since. */
export class OldSecretsError extends Error {
  override name = "OldSecretsError";
  readonly secrets: readonly string[];
  constructor(version: string, secrets: readonly string[], options: ErrorOptions) {
    super(`version ${version} has older values of ${secrets.join(", ")}`, options);
    this.secrets = secrets;
  }
}

/** Names of the secrets that the Worker has; none when there is no such Worker yet. */
export async function listSecrets(target: Target): Promise<string[]> {
  try {
    const args = ["secret", "list", "--format", "json"];
    return (await wranglerJson(target, args, secretsSchema)).map(({ name }) => name);
  } catch (error) {
    if (isWorkerMissing(error)) return [];
    throw error;
  }
}

/** Sets a secret, which makes a version that is live at once. */
export async function putSecret(target: Target, name: string, value: string): Promise<void> {
  await wrangler(target, ["secret", "put", name], { input: value, quiet: true });
}

/** Most commands pass the API's code on; `secret list` has words of its own. */
function isWorkerMissing(error: unknown): boolean {
  if (!(error instanceof WranglerError)) return false;
  return WORKER_NOT_FOUND.includes(error.code ?? 0) || /Worker ".*" .*not found/.test(error.output);
}

/**
 * The version that visitors have; the older one where a deploy stopped while two shared them, for that is the
 * one to go back to. Throws one line when there is no such Worker or no answer.
 */
export async function readCurrentVersion(target: Target): Promise<Version> {
  try {
    const status = ["deployments", "status", "--json"];
    const { versions } = await wranglerJson(target, status, deploymentSchema);
    const live = await Promise.all(
      versions
        .filter(({ percentage }) => percentage > 0)
        .map(({ version_id: id }) =>
          wranglerJson(target, ["versions", "view", id, "--json"], versionSchema),
        ),
    );
    const [oldest] = live.toSorted((a, b) => a.number - b.number);
    if (!oldest) throw new Error(`${target.worker} has a deployment without a version`);
    const namesOf = (type: string) =>
      oldest.resources.bindings.filter((each) => each.type === type).map(({ name }) => name);
    const isProduct = namesOf("hyperdrive").length > 0;
    return { id: oldest.id, isProduct, secrets: namesOf("secret_text") };
  } catch (error) {
    if (!isWorkerMissing(error)) throw error;
    throw new Error(
      `there is no Worker ${target.worker} yet; run \`npm run setup:cloud -- --env ${target.environment}\``,
      { cause: error },
    );
  }
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
 * Routes requests by `shares`, percentages by version id. Throws `OldSecretsError`, and moves nothing, when that
 * would bring changed secrets back.
 */
export async function routeTraffic(
  target: Target,
  shares: Readonly<Record<string, number>>,
  message: string,
): Promise<void> {
  const specs = Object.entries(shares).map(([version, percent]) => `${version}@${percent}%`);
  try {
    await wrangler(target, ["versions", "deploy", ...specs, "--yes", "--message", message]);
  } catch (error) {
    if (!(error instanceof WranglerError) || error.code !== OLD_SECRETS) throw error;
    const names = /secrets have changed:\s*([\w, ]+?)\s*(?:\[code|\n|$)/.exec(error.output)?.[1];
    throw new OldSecretsError(
      Object.keys(shares).join(", "),
      names?.split(/,\s*/) ?? ["a secret"],
      { cause: error },
    );
  }
}

/** Moves all traffic to `version` although it has older secrets, which `wrangler rollback` alone can do. */
export async function forceTraffic(
  target: Target,
  version: string,
  message: string,
): Promise<void> {
  await wrangler(target, ["rollback", version, "--yes", "--message", message]);
}
