/** What `npm run dev` and `npm start` share: the local cloud, one site in front of it, one way to stop. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cloud, startCloud } from "../cloud.ts";
import { requireFreePorts } from "../ports-in-use.ts";
import { type ChildProcesses, createChildProcesses } from "../processes/child-processes.ts";
import { type PortName, portsAt, readLocalDir, readPortOffset } from "../settings.ts";
import { localVariables, type SiteVariables, withOverrides } from "../site-variables.ts";
import { startCrons } from "./crons.ts";
import { copyWithoutNoise } from "./known-noise.ts";
import { runCommand } from "./run-command.ts";
import { printStartTable, type StartReport } from "./start-table.ts";

const SITE_START_TIMEOUT_MS = 60_000;
const PROBE_EVERY_MS = 100;
const PROBE_AFTER_REFUSAL_MS = 1_000;
const PROBE_TIMEOUT_MS = 20_000;
/** A site that is still compiling may refuse a few times; after this many it will not recover. */
const MAX_REFUSALS = 3;

export interface SiteOptions {
  /** Which of the two site ports. */
  readonly port: Extract<PortName, "dev" | "start">;
  /** Starts the site as a child process on `port` of 127.0.0.1, its output piped. */
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
  if (site.stdout) copyWithoutNoise(site.stdout, process.stdout);
  if (site.stderr) copyWithoutNoise(site.stderr, process.stderr);
  const stopCrons = startCrons(`http://127.0.0.1:${port}`);
  const close = async () => {
    stopCrons();
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
  let refusals = 0;
  while (Date.now() < deadline) {
    if (site.exitCode !== null)
      throw new Error(`The site ended while starting (status ${site.exitCode})`);
    const status = await probe(url);
    if (status === 200) return;
    if (status !== undefined) refusals += 1;
    if (refusals >= MAX_REFUSALS)
      throw new Error(`The site answers ${status} at ${url}; see above why`);
    await sleep(status === undefined ? PROBE_EVERY_MS : PROBE_AFTER_REFUSAL_MS);
  }
  throw new Error(`The site did not answer at ${url} within ${SITE_START_TIMEOUT_MS / 1000} s`);
}

/** The status of the answer, or undefined when there is none yet. */
async function probe(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
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
