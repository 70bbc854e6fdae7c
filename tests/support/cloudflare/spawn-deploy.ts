/** Deploys in a separate process group, which tests can interrupt or kill. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { release } from "../../../ops/deploy.ts";
import { readTarget, type Target } from "../../../ops/lib/target.ts";
import { abortOnSignals, runCommand } from "../../../tools/shared/cli.ts";

interface DeployProcess {
  /** Resolves when `isTime` returns true for the output so far. Throws when the process ends before. */
  waitFor(isTime: (printed: string) => boolean): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Kills the whole group. */
  killGroup(): void;
  readonly ended: Promise<{ readonly status: number | null; readonly lines: readonly string[] }>;
}

/** Starts a script of the target's folder; by default releases its build of `commit`. */
export function spawnDeploy(
  { folder, env, siteUrl }: Target,
  args: readonly string[] | { readonly commit: string },
): DeployProcess {
  const argv =
    "commit" in args
      ? [import.meta.filename, JSON.stringify({ folder, env, siteUrl, ...args })]
      : args;
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    env: { ...process.env, ...env },
    detached: true,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
    });
  }
  const closed = once(child, "close");
  return {
    async waitFor(isTime) {
      while (!isTime(printed)) {
        if (child.exitCode !== null) throw new Error(`The deploy exited: ${printed}`);
        await sleep(5);
      }
    },
    kill: (signal) => void child.kill(signal),
    killGroup: () => void process.kill(-(child.pid ?? 0), "SIGKILL"),
    ended: closed.then(() => ({ status: child.exitCode, lines: printed.trimEnd().split("\n") })),
  };
}

/** What the process runs: `Target` options and the commit, as JSON. */
const argumentSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    folder: v.string(),
    env: v.record(v.string(), v.string()),
    siteUrl: v.string(),
    commit: v.string(),
  }),
);

if (import.meta.main) {
  await runCommand(async () => {
    const { commit, ...change } = v.parse(argumentSchema, process.argv[2]);
    const target = readTarget("staging", { ...change, signal: abortOnSignals(), smokePauseMs: 1 });
    await release(target, commit);
  });
}
