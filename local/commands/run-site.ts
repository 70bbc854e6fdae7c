/** Shared by `npm run dev` and `npm start`: starts the local cloud and the site, and stops both on Ctrl-C. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Service } from "local-kit";
import { runCommand } from "../../tools/shared/cli.ts";
import { requireFreePorts } from "../../tools/shared/ports-in-use.ts";
import {
  type PortName,
  portsAt,
  readLocalDir,
  readPortOffset,
} from "../../tools/shared/settings.ts";
import {
  localVariables,
  type SiteVariables,
  withOverrides,
} from "../../tools/shared/site-variables.ts";
import type { StartBackend } from "../cloud.ts";
import { type ChildProcesses, createChildProcesses } from "../processes/child-processes.ts";
import { waitForStopSignal } from "../processes/stop-signal.ts";
import type { SiteOptions } from "../site/spawn-site.ts";
import { waitUntilUp } from "../site/wait-until-up.ts";
import { startCrons } from "./crons.ts";
import { formatEmail, pipeOutput } from "./filter-output.ts";
import { createProgressLine } from "./progress-line.ts";
import { isUsed, printStartTable, type StartReport } from "./start-table.ts";

const LAST_LINES_MS = 1_000;

interface RunOptions {
  /** Name of the site's port. */
  readonly port: Extract<PortName, "dev" | "start">;
  /** Starts the site as a child process with piped output. */
  readonly spawnSite: (launch: SiteOptions) => ChildProcess;
  /** Overrides variables; `.dev.vars` by default. */
  readonly variablesFile?: string;
  /** Replaces the local database and Supabase Auth. */
  readonly startBackend?: StartBackend;
}

interface RunningSite extends StartReport {
  readonly site: ChildProcess;
  readonly processes: ChildProcesses;
  close(): Promise<void>;
}

/** Runs until Ctrl-C. A failure prints one line and exits with status 1. */
export async function runSite(options: RunOptions): Promise<void> {
  const stopSignal = waitForStopSignal();
  await runCommand(async () => {
    const running = await startSite(options, stopSignal);
    if (!running) return;
    printStartTable(running);
    const exited = running.processes.firstExit.then((child) => {
      const name = child === running.site ? "The site" : path.basename(child.spawnfile);
      throw new Error(`${name} exited (${describeExit(child)})`);
    });
    await Promise.race([stopSignal, exited]).finally(() => running.close());
  });
  process.exit();
}

/** The status with which a process exited, and its usual reason. */
function describeExit({ exitCode, signalCode }: ChildProcess): string {
  const isOutOfMemory = signalCode === "SIGKILL" || signalCode === "SIGABRT" || exitCode === 134;
  const reason = isOutOfMemory ? ": often out of memory, see README.md for what it needs" : "";
  return `status ${exitCode ?? signalCode}${reason}`;
}

/** True when the site's database is one that this command has started. */
function ownsDatabase(services: readonly Service[], variables: SiteVariables): boolean {
  return services.some((service) => service.name === "Postgres" && isUsed(service, variables));
}

/** Undefined when a stop signal arrives during the start. */
async function startSite(
  { port: portName, spawnSite, variablesFile, startBackend }: RunOptions,
  stopSignal: Promise<"stop">,
): Promise<RunningSite | undefined> {
  const startedAt = performance.now();
  const { values: flags } = parseArgs({ options: { crons: { type: "boolean" } } });
  const ports = portsAt(readPortOffset());
  const localDir = readLocalDir();
  const port = ports[portName];
  const siteUrl = `http://localhost:${port}`;
  const variables = withOverrides(localVariables(ports, siteUrl), variablesFile);
  const processes = await createChildProcesses(localDir);
  await requireFreePorts([{ name: "site", port }]);

  const progress = createProgressLine(process.stdout);
  // The site starts while the cloud is loaded and started.
  const site = spawnSite({ port, localDir, variables, processes });
  const closed = once(site, "close").catch(() => {});
  // When a process exits, Node discards what nothing has read.
  const [stdout, stderr] = [site.stdout, site.stderr].map((out) => out?.pipe(new PassThrough()));
  const startCloud = async () => {
    const { startCloud } = await import("../cloud.ts");
    return startCloud({
      ports,
      localDir,
      siteUrl,
      variables,
      processes,
      onStart: progress.add,
      onEmail: (to, subject) => process.stdout.write(formatEmail(to, subject)),
      ...(startBackend ? { startBackend } : {}),
    });
  };
  const cloud = await startCloud().catch(async (error) => {
    progress.clear();
    await processes.stop(site);
    throw error;
  });
  const cloudReadyAt = performance.now();
  progress.add("site");
  let isStarting = true;
  const showLeftOut = stdout && pipeOutput(stdout, process.stdout, () => isStarting);
  if (stderr) pipeOutput(stderr, process.stderr);
  // A database that others use has a Worker of its own to send its emails and forward its messages.
  const hasCrons = flags.crons ?? ownsDatabase(cloud.services, variables);
  const stopCrons = hasCrons ? startCrons(`http://127.0.0.1:${port}`) : () => {};
  const close = async () => {
    stopCrons();
    await processes.stop(site);
    // The last lines of a site say why it exited.
    await Promise.race([closed, sleep(LAST_LINES_MS)]);
    await cloud.close();
  };
  try {
    // A static file: nothing has to be compiled for it.
    const up = waitUntilUp(site, `http://127.0.0.1:${port}/favicon.svg`);
    if ((await Promise.race([up, stopSignal])) === "stop") {
      up.catch(() => {});
      await close();
      return undefined;
    }
  } catch (error) {
    await close();
    progress.clear();
    showLeftOut?.();
    throw error;
  } finally {
    progress.clear();
  }
  // Compiles the server, which receives the webhooks of the seeded subscriptions, while the table is read.
  void fetch(`http://127.0.0.1:${port}/healthz`).catch(() => {});
  void cloud.waitForWebhooks().then(() => {
    isStarting = false;
  });
  const { services } = cloud;
  const times = { startedAt, cloudReadyAt };
  return { siteUrl, services, variables, hasCrons, ...times, site, processes, close };
}
