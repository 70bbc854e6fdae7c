import type { RunCommand } from "../cloud/command.ts";
import type { CloudWorker } from "../cloud/worker.ts";
import type { SmokeTarget } from "../smoke/checks.ts";
import { forceTraffic, OldSecretsError, routeTraffic } from "./traffic.ts";

export interface RollbackOptions {
  readonly worker: CloudWorker;
  /** Origin of the site. */
  readonly siteUrl: string;
  readonly version: string;
  readonly message: string;
  /** Goes back although the version has older secrets. */
  readonly withOldSecrets: boolean;
}

export interface RollbackTools {
  readonly run: RunCommand;
  readonly smoke: (target: SmokeTarget) => Promise<void>;
  readonly print: (line: string) => void;
}

/**
 * Moves all traffic to an earlier version, then tries the site. The database stays as it is. Throws one
 * line, and moves nothing, when the version has secrets that were changed since, unless told to.
 */
export async function rollback(options: RollbackOptions, tools: RollbackTools): Promise<void> {
  const { worker, siteUrl, version, message, withOldSecrets } = options;
  try {
    await routeTraffic(tools.run, worker, new Map([[version, 100]]), message);
  } catch (error) {
    if (!(error instanceof OldSecretsError)) throw error;
    if (!withOldSecrets) throw new Error(describeRefusal(error, options), { cause: error });
    await forceTraffic(tools.run, worker, version, message);
    for (const line of describeSecrets(error, worker)) tools.print(line);
  }
  await tools.smoke({ url: siteUrl, isProduction: worker.environment === "production" });
}

function describeRefusal({ secrets }: OldSecretsError, { version }: RollbackOptions): string {
  return `Nothing was rolled back: secrets belong to a version, and ${version} has older values of ${secrets.join(", ")}. Deploy a revert instead; or, if the old values still work, add --with-old-secrets and set the new ones again afterwards`;
}

/** An upload takes the values of the newest upload along, whichever version runs. */
function describeSecrets({ secrets }: OldSecretsError, { environment }: CloudWorker): string[] {
  return [
    `These secrets have their old values again: ${secrets.join(", ")}`,
    "  - Deploy a revert of the commit: its upload takes the newest values along.",
    "  - Until then `wrangler secret put` refuses. A value that is set by",
    ...secrets.map((name) => `      npx wrangler versions secret put ${name} --env ${environment}`),
    "    changes nothing that runs, and counts from the next deploy on.",
  ];
}
