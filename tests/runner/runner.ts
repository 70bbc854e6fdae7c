/** Runs the programs of `npm test`, `test:e2e` and `test:gotrue`, which stop when the command does. */
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { createChildProcesses } from "../../local/processes/child-processes.ts";
import { waitForStopSignal } from "../../local/processes/stop-signal.ts";
import { runCommand } from "../../tools/shared/cli.ts";
import { makeLocalDir } from "../support/isolation.ts";

export interface Runner {
  /** A temporary folder, deleted at the end. */
  readonly folder: string;
  /** Runs a program and returns its exit status; 1 if a signal ended it. */
  run(command: string, args: readonly string[], options?: SpawnOptions): Promise<number>;
}

/** Exits with the status that `tests` returns; after a stop signal with 1, when every program has stopped. */
export async function runTests(
  purpose: string,
  tests: (runner: Runner) => Promise<number>,
): Promise<never> {
  const stopSignal = waitForStopSignal();
  await runCommand(async () => {
    const folder = makeLocalDir(purpose);
    // What programs leave in the temporary folder is deleted with this one. Short: paths of sockets are
    // limited.
    const TMPDIR = path.join(folder, "t");
    mkdirSync(TMPDIR);
    const processes = await createChildProcesses(folder, { isTemporary: true });
    const running = new Set<ChildProcess>();
    let isStopping = false;
    const run: Runner["run"] = async (command, args, options) => {
      const child = processes.spawn(command, args, {
        stdio: ["ignore", "inherit", "inherit"],
        ...options,
        // The shell's NODE_ENV would mix builds of React.
        env: { ...(options?.env ?? process.env), TMPDIR, NODE_ENV: undefined },
      });
      running.add(child);
      const [status] = await once(child, "exit");
      running.delete(child);
      if (isStopping) throw new Error("Stopped");
      return status ?? 1;
    };
    const stopped = stopSignal.then(async () => {
      isStopping = true;
      await Promise.all([...running].map((child) => processes.stop(child)));
      throw new Error("Stopped");
    });
    try {
      process.exitCode = await Promise.race([tests({ folder, run }), stopped]);
    } finally {
      // Programs of the programs may still be ending.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  });
  process.exit();
}
