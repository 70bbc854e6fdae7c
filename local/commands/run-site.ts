/** What `npm run dev` and `npm start` share: the local cloud, one site in front of it, one way to stop. */
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { runCommand } from "../../tools/cli.ts";
import { requireFreePorts } from "../../tools/ports-in-use.ts";
import { type PortName, portsAt, readLocalDir, readPortOffset } from "../../tools/settings.ts";
import { localVariables, withOverrides } from "../../tools/site-variables.ts";
import { type Cloud, type StartBackend, startCloud } from "../cloud.ts";
import { type ChildProcesses, createChildProcesses } from "../processes/child-processes.ts";
import type { SiteOptions } from "../site/spawn-site.ts";
import { waitUntilHealthy } from "../site/wait-until-healthy.ts";
import { startCrons } from "./crons.ts";
import { pipeFiltered } from "./filter-output.ts";
import { printStartTable, type StartReport } from "./start-table.ts";

export interface RunOptions {
  /** Which of the two site ports. */
  readonly port: Extract<PortName, "dev" | "start">;
  /** Starts the site as a child process on `port` of 127.0.0.1, its output piped. */
  readonly spawnSite: (launch: SiteOptions) => ChildProcess;
  /** Database and auth server other than the local ones. */
  readonly startBackend?: StartBackend;
}

interface RunningSite extends StartReport {
  readonly site: ChildProcess;
  readonly processes: ChildProcesses;
  close(): Promise<void>;
}

/** Runs until Ctrl-C. A failure prints one line and exits with status 1. */
export async function runSite(options: RunOptions): Promise<void> {
  const stopAsked = waitForStopSignal();
  await runCommand(async () => {
    const running = await startSite(options, stopAsked);
    if (!running) return;
    printStartTable(running);
    const endedByItself = running.processes.firstExit.then((child) => {
      const name = child === running.site ? "The site" : path.basename(child.spawnfile);
      throw new Error(`${name} ended by itself (status ${child.exitCode ?? child.signalCode})`);
    });
    await Promise.race([stopAsked, endedByItself]).finally(() => running.close());
  });
  process.exit();
}

/** Undefined when stopping was asked for before the start was done. */
async function startSite(
  { port: portName, spawnSite, startBackend }: RunOptions,
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

  // Compiling the site needs nothing of the cloud: on two cores both start in the time of one.
  const site = spawnSite({ port, localDir, variables, processes });
  const cloud: Cloud = await startCloud({
    ports,
    localDir,
    siteUrl,
    variables,
    processes,
    ...(startBackend ? { startBackend } : {}),
  }).catch(async (error) => {
    await processes.stop(site);
    throw error;
  });
  const cloudReadyAt = performance.now();
  if (site.stdout) pipeFiltered(site.stdout, process.stdout);
  if (site.stderr) pipeFiltered(site.stderr, process.stderr);
  const stopCrons = startCrons(`http://127.0.0.1:${port}`);
  const close = async () => {
    stopCrons();
    await processes.stop(site);
    await cloud.close();
  };
  try {
    const healthy = waitUntilHealthy(site, `http://127.0.0.1:${port}/healthz`);
    if ((await Promise.race([healthy, stopAsked])) === "stop") {
      healthy.catch(() => {});
      await close();
      return undefined;
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { siteUrl, services: cloud.services, startedAt, cloudReadyAt, site, processes, close };
}

/** Resolves on Ctrl-C or a polite kill. */
function waitForStopSignal(): Promise<"stop"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => resolve("stop"));
    }
  });
}
