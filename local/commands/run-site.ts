/** What `npm run dev` and `npm start` share: the local cloud, one site in front of it, one way to stop. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cloud, startCloud } from "../cloud.ts";
import { requireFreePorts } from "../ports-in-use.ts";
import { type ChildProcesses, createChildProcesses } from "../processes/child-processes.ts";
import { type PortName, portsAt, readLocalDir, readPortOffset } from "../settings.ts";
import { localVariables, type SiteVariables, withOverrides } from "../site-variables.ts";
import { runCommand } from "./run-command.ts";
import { printStartTable, type StartReport } from "./start-table.ts";

const SITE_START_TIMEOUT_MS = 60_000;
const PROBE_EVERY_MS = 100;

export interface SiteOptions {
  /** Which of the two site ports. */
  readonly port: Extract<PortName, "dev" | "start">;
  /** Starts the site as a child process on `port` of 127.0.0.1. */
  readonly spawnSite: (launch: SiteLaunch) => ChildProcess;
}

export interface SiteLaunch {
  readonly port: number;
  readonly localDir: string;
  readonly variables: SiteVariables;
  readonly processes: ChildProcesses;
}

interface RunningSite extends StartReport {
  readonly site: ChildProcess;
  close(): Promise<void>;
}

/** Runs until Ctrl-C. A failure prints one line and exits with status 1. */
export async function runSite(options: SiteOptions): Promise<void> {
  const stopAsked = untilStopAsked();
  await runCommand(async () => {
    const running = await startSite(options, stopAsked);
    if (!running) return;
    printStartTable(running);
    const diedByItself = untilExit(running.site).then((code) => {
      throw new Error(`The site ended by itself (status ${code})`);
    });
    await Promise.race([stopAsked, diedByItself]).finally(() => running.close());
  });
  process.exit();
}

/** Undefined when stopping was asked for before the start was done. */
async function startSite(
  { port: portName, spawnSite }: SiteOptions,
  stopAsked: Promise<"stop">,
): Promise<RunningSite | undefined> {
  const startedAt = performance.now();
  const ports = portsAt(readPortOffset());
  const localDir = readLocalDir();
  const port = ports[portName];
  const siteUrl = `http://localhost:${port}`;
  const variables = withOverrides(localVariables(ports, siteUrl));
  const processes = await createChildProcesses(localDir);
  await requireFreePorts([{ name: "site", port }]);

  const cloud: Cloud = await startCloud({ ports, localDir, siteUrl, variables, processes });
  const cloudReadyAt = performance.now();
  const site = spawnSite({ port, localDir, variables, processes });
  const close = async () => {
    await processes.stop(site);
    await cloud.close();
  };
  try {
    const healthy = untilHealthy(site, `http://127.0.0.1:${port}/healthz`);
    if ((await Promise.race([healthy, stopAsked])) === "stop") {
      healthy.catch(() => {});
      await close();
      return undefined;
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { siteUrl, services: cloud.services, startedAt, cloudReadyAt, site, close };
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
    if (response?.status === 503)
      throw new Error("The site's configuration is not valid; see above");
    await sleep(PROBE_EVERY_MS);
  }
  throw new Error(`The site did not answer at ${url} within ${SITE_START_TIMEOUT_MS / 1000} s`);
}

/** Resolves on Ctrl-C or a polite kill. */
function untilStopAsked(): Promise<"stop"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => resolve("stop"));
    }
  });
}

function untilExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(String(code ?? signal)));
  });
}
