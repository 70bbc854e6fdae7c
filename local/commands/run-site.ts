/** What `npm run dev` and `npm start` share: the local cloud, one site in front of it, one way to stop. */
import type { ChildProcess } from "node:child_process";
import { type Cloud, startCloud } from "../cloud.ts";
import { requireFreePorts } from "../ports-in-use.ts";
import { type ChildProcesses, createChildProcesses } from "../processes/child-processes.ts";
import { type PortName, portsAt, readLocalDir, readPortOffset } from "../settings.ts";
import { localVariables, type SiteVariables, withOverrides } from "../site-variables.ts";
import { printStartTable } from "./start-table.ts";

export interface SiteOptions {
  /** Which of the two site ports. */
  readonly port: Extract<PortName, "dev" | "start">;
  /** Starts the site as a child process on `port` of 127.0.0.1. */
  readonly spawnSite: (site: SiteLaunch) => ChildProcess;
}

export interface SiteLaunch {
  readonly port: number;
  readonly localDir: string;
  readonly variables: SiteVariables;
  readonly processes: ChildProcesses;
}

const SITE_START_TIMEOUT_MS = 60_000;

/** Runs until Ctrl-C. A failure prints one line and exits with status 1. */
export async function runSite(options: SiteOptions): Promise<void> {
  const startedAt = performance.now();
  try {
    const running = await startSite(options);
    printStartTable({ ...running, startedAt });
    await untilStopped(running.site);
    await running.close();
    process.exit(0);
  } catch (error) {
    console.error(`\n✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

async function startSite({ port: portName, spawnSite }: SiteOptions) {
  const ports = portsAt(readPortOffset());
  const localDir = readLocalDir();
  const port = ports[portName];
  const siteUrl = `http://localhost:${port}`;
  const variables = withOverrides(localVariables(ports, siteUrl));
  const processes = await createChildProcesses(localDir);
  await requireFreePorts([{ name: "site", port }]);

  let cloud: Cloud | undefined;
  let site: ChildProcess | undefined;
  const close = async () => {
    if (site) await processes.stop(site);
    await cloud?.close();
  };
  try {
    cloud = await startCloud({ ports, localDir, siteUrl, variables, processes });
    const cloudReadyAt = performance.now();
    site = spawnSite({ port, localDir, variables, processes });
    await untilHealthy(site, `http://127.0.0.1:${port}/healthz`);
    return { siteUrl, services: cloud.services, site, close, cloudReadyAt };
  } catch (error) {
    await close();
    throw error;
  }
}

async function untilHealthy(site: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + SITE_START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (site.exitCode !== null)
      throw new Error(`The site ended while starting (status ${site.exitCode})`);
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(
      () => undefined,
    );
    await response?.body?.cancel();
    if (response?.ok) return;
    if (response && response.status === 503)
      throw new Error("The site's configuration is not valid; see above");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The site did not answer at ${url} within ${SITE_START_TIMEOUT_MS / 1000} s`);
}

/** Resolves on Ctrl-C or a polite kill; throws when the site dies by itself. */
function untilStopped(site: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve());
    site.once("exit", (code) =>
      reject(new Error(`The site ended by itself (status ${code ?? "none"})`)),
    );
  });
}
