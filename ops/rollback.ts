/**
 * `npm run rollback -- --env production --version ID [--message WHY] [--with-old-secrets]`: moves all traffic to an
 * earlier version, and back when its smoke test fails. The deploy printed its id; `npx wrangler versions list --env production` lists them.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { describeError } from "./lib/http.ts";
import { readTarget, type Target } from "./lib/target.ts";
import {
  forceTraffic,
  OldSecretsError,
  readCurrentVersion,
  readVersion,
  routeTraffic,
} from "./lib/versions.ts";
import { smoke } from "./smoke.ts";

export interface RollbackOptions {
  readonly version: string;
  readonly message: string;
  /** Allows a version with older secrets. */
  readonly withOldSecrets: boolean;
  readonly smokePauseMs?: number;
}

/**
 * Moves all traffic to an earlier version, then runs the smoke test; when that fails, moves it back. Does not touch the
 * database. Throws one line and moves nothing for the empty first version, and, without `withOldSecrets`, when secrets
 * have changed since.
 */
export async function rollback(target: Target, options: RollbackOptions): Promise<void> {
  const { message, withOldSecrets, smokePauseMs: pauseMs } = options;
  const before = await readCurrentVersion(target);
  const wanted = await readVersion(target, options.version);
  if (wanted.isEmpty) {
    throw new Error(`Not rolled back: version ${wanted.id} is the empty Worker of the first setup`);
  }
  console.log(`Live until now: version ${before.id}`);
  try {
    await routeTraffic(target, { [wanted.id]: 100 }, message);
  } catch (error) {
    if (!(error instanceof OldSecretsError)) throw error;
    const names = error.secrets.join(", ");
    if (!withOldSecrets) {
      throw new Error(
        `Not rolled back: secrets are part of a version, and ${wanted.id} has older values of ${names}. Deploy a revert instead; or, if the old values still work, add --with-old-secrets and set the new ones again afterwards`,
        { cause: error },
      );
    }
    await forceTraffic(target, wanted.id, message);
    // An upload inherits the secrets of the latest upload, whichever version is live.
    console.log(`These secrets have their old values again: ${names}
  - Deploy a revert of the commit: its upload inherits the newest values.
  - Until then \`wrangler secret put\` fails. A value set with`);
    for (const name of error.secrets) {
      console.log(`      npx wrangler versions secret put ${name} --env ${target.environment}`);
    }
    console.log("    takes effect with the next deploy.");
  }
  console.log(`Live: version ${wanted.id}`);
  try {
    const isProduction = target.environment === "production";
    await smoke({ url: target.siteUrl, isProduction, pauseMs });
  } catch (error) {
    if (before.isEmpty || before.id === wanted.id) throw error;
    const reason = describeError(error);
    try {
      await forceTraffic(target, before.id, `Undo the rollback to ${wanted.id}`);
    } catch (failure) {
      const command = `npm run rollback -- --env ${target.environment} --version ${before.id}`;
      throw new Error(
        `${reason}, and version ${wanted.id} may still be live: ${describeError(failure)}. To undo: ${command}`,
        { cause: failure },
      );
    }
    throw new Error(`${reason}. Version ${before.id} has all traffic again`, { cause: error });
  }
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: {
        env: { type: "string" },
        version: { type: "string" },
        message: { type: "string", default: "Manual rollback" },
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
