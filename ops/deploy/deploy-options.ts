/** What a deploy is asked to do, and what it does it with. */
import type { RunCommand } from "../cloud/command.ts";
import type { CloudEnvironment } from "../cloud/environments.ts";
import type { WranglerConfig } from "../cloud/wrangler-config.ts";
import type { SmokeTarget } from "../smoke/checks.ts";
import type { LockDeploys } from "./deploy-lock.ts";
import type { ReadVersionTraffic } from "./watch.ts";

export interface DeployOptions {
  readonly environment: CloudEnvironment;
  readonly config: WranglerConfig;
  readonly dryRun: boolean;
  /** The same commit has passed every check elsewhere, as in the pipeline. */
  readonly checksPassed: boolean;
  /** Deploys a commit that is not on origin's main. */
  readonly anyCommit: boolean;
  /** Shares that the new version gets one after the other, the last one 100. */
  readonly shares: readonly number[];
  /** How long each share but the last is watched. */
  readonly watchMs: number;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The project's folder. */
  readonly folder: string;
}

/** Everything outside: programs, the database, the network, the screen. */
export interface DeployTools {
  readonly run: RunCommand;
  readonly migrate: (databaseUrl: string) => Promise<void>;
  readonly lock: LockDeploys;
  readonly smoke: (target: SmokeTarget) => Promise<void>;
  readonly readTraffic: ReadVersionTraffic;
  readonly sleep: (ms: number) => Promise<void>;
  readonly print: (line: string) => void;
}
