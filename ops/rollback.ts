/**
 * `npm run rollback -- --env production --version ID [--message WHY] [--with-old-secrets]`: back to an
 * earlier version. The deploy printed its id; `npx wrangler versions list --env production` lists them.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { forceTraffic, OldSecretsError, routeTraffic } from "./lib/versions.ts";
import { smoke } from "./smoke.ts";

export interface RollbackOptions {
  readonly version: string;
  readonly message: string;
  /** Rolls back although the version has older secrets. */
  readonly withOldSecrets: boolean;
  readonly smokePauseMs?: number;
}

/**
 * Moves all traffic to an earlier version, then tries the site. The database stays as it is. Throws one
 * line, and moves nothing, when the version has secrets that were changed since, unless told to.
 */
export async function rollback(target: Target, options: RollbackOptions): Promise<void> {
  const { version, message, withOldSecrets, smokePauseMs: pauseMs } = options;
  try {
    await routeTraffic(target, { [version]: 100 }, message);
  } catch (error) {
    if (!(error instanceof OldSecretsError)) throw error;
    const names = error.secrets.join(", ");
    if (!withOldSecrets) {
      throw new Error(
        `Nothing was rolled back: secrets belong to a version, and ${version} has older values of ${names}. Deploy a revert instead; or, if the old values still work, add --with-old-secrets and set the new ones again afterwards`,
        { cause: error },
      );
    }
    await forceTraffic(target, version, message);
    // An upload takes the values of the newest upload along, whichever version runs.
    console.log(`These secrets have their old values again: ${names}
  - Deploy a revert of the commit: its upload takes the newest values along.
  - Until then \`wrangler secret put\` refuses. A value that is set by`);
    for (const name of error.secrets) {
      console.log(`      npx wrangler versions secret put ${name} --env ${target.environment}`);
    }
    console.log("    changes nothing that runs, and counts from the next deploy on.");
  }
  const isProduction = target.environment === "production";
  await smoke({ url: target.siteUrl, isProduction, pauseMs });
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: {
        env: { type: "string" },
        version: { type: "string" },
        message: { type: "string", default: "Rolled back by hand" },
        "with-old-secrets": { type: "boolean", default: false },
      },
    });
    const target = readTarget(values.env);
    const { version, message, "with-old-secrets": withOldSecrets } = values;
    if (version === undefined) {
      throw new Error(
        `No version given. Add --version ID, from \`npx wrangler versions list --env ${target.environment}\``,
      );
    }
    await rollback(target, { version, message, withOldSecrets });
  });
}
