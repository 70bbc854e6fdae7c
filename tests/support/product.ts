/** Runs the production build on free ports with fresh data, for tests that inject failures. */
import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { type Cloud, type CloudOptions, startCloud } from "../../local/cloud.ts";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { spawnBuiltSite } from "../../local/site/spawn-site.ts";
import { waitUntilUp } from "../../local/site/wait-until-up.ts";
import { requireFreePorts } from "../../tools/shared/ports-in-use.ts";
import { type PortName, portsAt } from "../../tools/shared/settings.ts";
import { localVariables, type SiteVariables } from "../../tools/shared/site-variables.ts";
import { findFreeOffset, makeLocalDir } from "./isolation.ts";

export interface Product {
  readonly siteUrl: string;
  /** The local cloud's data. */
  readonly localDir: string;
  readonly ports: Readonly<Record<PortName, number>>;
  readonly cloud: Cloud;
  readonly variables: SiteVariables;
  /** Kills the site's processes with SIGKILL. */
  killSite(): Promise<void>;
  /** Starts the site again after `killSite`. */
  startSite(): Promise<void>;
  /** Stops the local cloud, calls `meanwhile`, and starts it again with its data. */
  restartCloud(meanwhile: () => void): Promise<void>;
  /** The site's log so far. */
  siteLog(): string;
  close(): Promise<void>;
}

/** Starts site and local cloud. `changeVariables` can put a proxy between them. */
export async function startProduct(
  changeVariables: (variables: SiteVariables) => SiteVariables = (variables) => variables,
): Promise<Product> {
  const ports = portsAt(await findFreeOffset());
  const localDir = makeLocalDir("product");
  const siteUrl = `http://localhost:${ports.start}`;
  const variables = changeVariables(localVariables(ports, siteUrl));
  const processes = await createChildProcesses(localDir, { isTemporary: true });
  const cloudOptions: CloudOptions = {
    ports,
    localDir,
    siteUrl,
    variables: localVariables(ports, siteUrl),
    processes,
  };
  let cloud = await startCloud(cloudOptions);
  let site: ChildProcess | undefined;
  let log = "";

  const startSite = async () => {
    site = spawnBuiltSite({ port: ports.start, localDir, variables, processes });
    for (const stream of [site.stdout, site.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        log += chunk.toString();
      });
    }
    await waitUntilUp(site, `http://127.0.0.1:${ports.start}/healthz`).catch((error: unknown) => {
      throw new Error(`The site did not start:\n${log}`, { cause: error });
    });
  };
  const killSite = async () => {
    if (!site) return;
    await processes.kill(site);
    // wrangler exits shortly before its workerd.
    await requireFreePorts([{ name: "site", port: ports.start }]);
  };
  await startSite();
  return {
    siteUrl,
    localDir,
    ports,
    get cloud() {
      return cloud;
    },
    variables,
    startSite,
    killSite,
    async restartCloud(meanwhile) {
      await cloud.close();
      meanwhile();
      cloud = await startCloud(cloudOptions);
    },
    siteLog: () => log,
    async close() {
      await killSite();
      await cloud.close();
      rmSync(localDir, { recursive: true, force: true });
    },
  };
}
