import { type RunCommand, wrangler } from "../cloud/command.ts";
import type { CloudEnvironment } from "../cloud/environments.ts";
import { WRANGLER_TOML } from "../cloud/wrangler-config.ts";
import type { SmokeTarget } from "../smoke/checks.ts";

export interface RollbackOptions {
  readonly environment: CloudEnvironment;
  /** Origin of the site. */
  readonly siteUrl: string;
  /** The one before the live one when left out. */
  readonly version: string | undefined;
  readonly message: string;
}

export interface RollbackTools {
  readonly run: RunCommand;
  readonly smoke: (target: SmokeTarget) => Promise<void>;
}

/** Moves all traffic to an earlier version, then tries the site. The database stays as it is. */
export async function rollback(options: RollbackOptions, tools: RollbackTools): Promise<void> {
  const { environment, siteUrl, version, message } = options;
  const { status } = await tools.run(
    wrangler([
      ...["rollback", ...(version === undefined ? [] : [version])],
      ...["--config", WRANGLER_TOML, "--env", environment, "--yes", "--message", message],
    ]),
  );
  if (status !== 0) throw new Error(`wrangler rollback ended with status ${status}`);
  await tools.smoke({ url: siteUrl, isProduction: environment === "production" });
}
