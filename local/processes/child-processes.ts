import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  deleteRecord,
  identify,
  signalGroup,
  stopGroups,
  stopLeftovers,
  writeRecord,
} from "./registry.ts";

const WATCHDOG_SCRIPT = path.join(import.meta.dirname, "watchdog.ts");

/**
 * Child processes that cannot outlive this one: a watchdog stops them when this process ends, even by
 * SIGKILL.
 */
export interface ChildProcesses {
  /** Resolves with the first child that exits without `stop` or `kill`. */
  readonly firstExit: Promise<ChildProcess>;
  /** Starts `command` as the leader of a new process group. */
  spawn(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
  /** Sends SIGINT to the child's process group, SIGKILL after 5 s, and resolves when it has exited. */
  stop(child: ChildProcess): Promise<void>;
  /** Sends SIGKILL to the child's process group and resolves when it has exited. */
  kill(child: ChildProcess): Promise<void>;
}

/**
 * Stops leftovers of an earlier run in `localDir`, which it creates and hides from git, then starts the
 * watchdog, which also deletes a temporary `localDir` when this process ends. Call once per command.
 */
export async function createChildProcesses(
  localDir: string,
  { isTemporary = false } = {},
): Promise<ChildProcesses> {
  await stopLeftovers(localDir);
  mkdirSync(localDir, { recursive: true });
  const ignoreFile = path.join(localDir, ".gitignore");
  if (!existsSync(ignoreFile)) writeFileSync(ignoreFile, "*\n");
  const owner = identify(process.pid);
  const running = new Map<number, ReturnType<typeof identify> & { readonly command: string }>();
  const stopping = new Set<ChildProcess>();
  let reportExit: (child: ChildProcess) => void = () => {};
  const firstExit = new Promise<ChildProcess>((resolve) => {
    reportExit = resolve;
  });
  const watchdog = startWatchdog(isTemporary ? [localDir] : []);

  function record(): void {
    if (running.size === 0) deleteRecord(localDir);
    else writeRecord(localDir, { owner, children: [...running.values()] });
  }

  async function end(
    child: ChildProcess,
    signal: (pid: number) => Promise<void> | void,
  ): Promise<void> {
    const { pid } = child;
    if (pid === undefined) return;
    stopping.add(child);
    const isRunning = child.exitCode === null && child.signalCode === null;
    const exited = isRunning ? once(child, "exit") : null;
    await signal(pid);
    await exited;
    running.delete(pid);
    watchdog.stdin.write(`-${pid}\n`);
    record();
  }

  return {
    firstExit,
    spawn(command, args, options = {}) {
      const child = spawn(command, args, { ...options, detached: true });
      child.once("exit", () => {
        if (!stopping.has(child)) reportExit(child);
      });
      if (child.pid !== undefined) {
        watchdog.stdin.write(`+${child.pid}\n`);
        running.set(child.pid, { ...identify(child.pid), command: [command, ...args].join(" ") });
        record();
      }
      return child;
    },
    stop: (child) => end(child, (pid) => stopGroups([pid])),
    kill: (child) => end(child, (pid) => void signalGroup(pid, "SIGKILL")),
  };
}

/** The watchdog reads a pipe from this process; the pipe closes when this process ends. */
function startWatchdog(args: readonly string[]) {
  const watchdog = spawn(process.execPath, [WATCHDOG_SCRIPT, ...args], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  const pipe: unknown = watchdog.stdin;
  if (pipe instanceof Object && "unref" in pipe && typeof pipe.unref === "function") pipe.unref();
  return watchdog;
}
