/** Which version gets which share of the requests. */
import type { RunCommand } from "../cloud/command.ts";
import type { CloudWorker } from "../cloud/worker.ts";
import { runWrangler, WranglerError, wrangler } from "../cloud/wrangler.ts";

/** Share of all requests, in percent, by version id. */
export type Shares = ReadonlyMap<string, number>;

/** A version that would bring secrets back which have been changed since. */
export class OldSecretsError extends Error {
  override name = "OldSecretsError";
  readonly secrets: readonly string[];
  constructor(version: string, secrets: readonly string[], options: ErrorOptions) {
    super(`version ${version} has older values of ${secrets.join(", ")}`, options);
    this.secrets = secrets;
  }
}

const OLD_SECRETS = 10220;

/** Routes requests by `shares`. Throws `OldSecretsError` when that would bring changed secrets back. */
export async function routeTraffic(
  run: RunCommand,
  worker: CloudWorker,
  shares: Shares,
  message: string,
): Promise<void> {
  const specs = Array.from(shares, ([version, percent]) => `${version}@${percent}%`);
  const args = ["versions", "deploy", ...specs, "--yes", "--message", message, ...worker.source];
  try {
    await runWrangler(run, wrangler(args));
  } catch (error) {
    if (!(error instanceof WranglerError) || error.code !== OLD_SECRETS) throw error;
    throw new OldSecretsError([...shares.keys()].join(", "), readChangedSecrets(error.output), {
      cause: error,
    });
  }
}

/** Moves everything to `version` although it has older secrets. wrangler alone can say so to the API. */
export async function forceTraffic(
  run: RunCommand,
  worker: CloudWorker,
  version: string,
  message: string,
): Promise<void> {
  const args = ["rollback", version, "--yes", "--message", message, ...worker.source];
  await runWrangler(run, wrangler(args));
}

function readChangedSecrets(output: string): string[] {
  const names = /following secrets have changed:\s*([\w, ]+?)\s*(?:\[code|\n|$)/.exec(output)?.[1];
  return names?.split(/,\s*/) ?? ["a secret"];
}
