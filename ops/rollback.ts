/**
 * `npm run rollback -- --env production --version ID`: moves all traffic to an earlier version, and back
 * when its smoke test fails. The deploy printed its id; `npx wrangler versions list --env production` lists them.
 */
import { parseArgs } from "node:util";
import { runCommand } from "../tools/cli.ts";
import { CommandError } from "./lib/exec.ts";
import { describeError } from "./lib/http.ts";
import { readTarget, type Target } from "./lib/target.ts";
import { forceTraffic, readLiveVersion, routeTraffic } from "./lib/versions.ts";
import { smoke } from "./smoke.ts";

const OLD_SECRETS = "[code: 10220]";

export interface RollbackOptions {
  readonly version: string;
  readonly smokePauseMs?: number;
}

/**
 * Moves all traffic to an earlier version, then runs the smoke test; when that fails, moves it back. Does not touch the
 * database. Throws one line, and moves nothing when there is no such version or secrets have changed since.
 */
export async function rollback(target: Target, options: RollbackOptions): Promise<void> {
  const { version, smokePauseMs: pauseMs } = options;
  const { environment } = target;
  const before = await readLiveVersion(target);
  console.log(`Live until now: version ${before}`);
  await routeTraffic(target, { [version]: 100 }, "Manual rollback").catch((error) => {
    if (!(error instanceof CommandError && error.output.includes(OLD_SECRETS))) throw error;
    throw new Error(
      `Not rolled back: secrets are part of a version. Deploy a revert instead, which keeps the current ones. ${error.message}`,
      { cause: error },
    );
  });
  console.log(`Live: version ${version}`);
  try {
    await smoke({ url: target.siteUrl, isProduction: environment === "production", pauseMs });
  } catch (error) {
    if (before === version) throw error;
    const reason = describeError(error);
    await forceTraffic(target, before, `Undo the rollback to ${version}`).catch((failure) => {
      const command = `npm run rollback -- --env ${environment} --version ${before}`;
      throw new Error(
        `${reason}, and version ${version} may still be live: ${describeError(failure)}. To undo: ${command}`,
        { cause: failure },
      );
    });
    throw new Error(`${reason}. Version ${before} has all traffic again`, { cause: error });
  }
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({
      options: { env: { type: "string" }, version: { type: "string" } },
    });
    const target = readTarget(values.env);
    if (values.version === undefined) {
      throw new Error(
        `No version given. Add --version ID, from \`npx wrangler versions list --env ${target.environment}\``,
      );
    }
    await rollback(target, { version: values.version });
  });
}
