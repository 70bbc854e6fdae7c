import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { signalGroup } from "./process-group.ts";
import { deleteRecord, stopGroups, stopLeftovers, writeRecord } from "./registry.ts";

const WATCHDOG_SCRIPT = path.join(import.meta.dirname, "guardian.ts");

/** Child processes that cannot outlive this one: a guardian ends them if this process dies unasked. */
export interface ChildProcesses {
  /** The first child that ends without having been asked to. */
  readonly firstExit: Promise<ChildProcess>;
  /** Starts `command` as the leader of a process group of its own. */
  spawn(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
  /** Asks the child's whole group to stop (SIGINT), insists after 5 s, and resolves when it is gone. */
  stop(child: ChildProcess): Promise<void>;
  /** Ends the child's whole group at once (SIGKILL), and resolves when it is gone. */
  kill(child: ChildProcess): Promise<void>;
}

/** Ends what an earlier run left in `localDir`, then starts the guardian. One per command. */
export async function createChildProcesses(localDir: string): Promise<ChildProcesses> {
  await stopLeftovers(localDir);
  const running = new Map<number, string>();
  const asked = new Set<ChildProcess>();
  let endedByItself: (child: ChildProcess) => void = () => {};
  const firstToEnd = new Promise<ChildProcess>((resolve) => {
    endedByItself = resolve;
  });
  const guardian = startWatchdog();

  function record(): void {
    const children = Array.from(running, ([pid, command]) => ({ pid, command }));
    if (children.length === 0) deleteRecord(localDir);
    else writeRecord(localDir, { owner: process.pid, children });
  }

  async function end(
    child: ChildProcess,
    signal: (pid: number) => Promise<void> | void,
  ): Promise<void> {
    const { pid } = child;
    if (pid === undefined) return;
    asked.add(child);
    const isRunning = child.exitCode === null && child.signalCode === null;
    const exited = isRunning ? once(child, "exit") : null;
    await signal(pid);
    await exited;
    running.delete(pid);
    guardian.stdin.write(`-${pid}\n`);
    record();
  }

  return {
    firstExit: firstToEnd,
    spawn(command, args, options = {}) {
      const child = spawn(command, args, { ...options, detached: true });
      child.once("exit", () => {
        if (!asked.has(child)) endedByItself(child);
      });
      if (child.pid !== undefined) {
        running.set(child.pid, [command, ...args].join(" "));
        guardian.stdin.write(`+${child.pid}\n`);
        record();
      }
      return child;
    },
    stop: (child) => end(child, (pid) => stopGroups([pid])),
    kill: (child) => end(child, (pid) => void signalGroup(pid, "SIGKILL")),
  };
}

/** The guardian holds the other end of a pipe: the pipe breaks when this process ends in any way. */
function startWatchdog() {
  const guardian = spawn(process.execPath, [WATCHDOG_SCRIPT], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  guardian.stdin.on("error", () => {});
  guardian.unref();
  const pipe: unknown = guardian.stdin;
  if (pipe instanceof Object && "unref" in pipe && typeof pipe.unref === "function") pipe.unref();
  return guardian;
}
