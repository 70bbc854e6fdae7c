/** Starts commands as a person does, for tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, vi } from "vitest";
import { requireFreePorts } from "../../tools/shared/ports-in-use.ts";
import { portsAt } from "../../tools/shared/settings.ts";

export const START_TIMEOUT_MS = 90_000;

interface Run {
  readonly process: ChildProcess;
  readonly output: () => string;
}

/** Where a command's ports and data are. */
export interface Place {
  readonly offset: number;
  readonly localDir: string;
}

type Environment = Readonly<Record<string, string>>;

/** Not writable, as a container's may be. */
const HOME = "/dev/null/home";

/** Starts a program in a process group of its own, which ends with the test. */
export function start(
  { offset, localDir }: Place,
  [program = process.execPath, ...args]: readonly string[],
  env: Environment = {},
): Run {
  let output = "";
  const child = spawn(program, args, {
    env: { ...process.env, HOME, PORT_OFFSET: String(offset), LOCAL_DIR: localDir, ...env },
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const run = { process: child, output: () => output };
  // What a failed test leaves would keep its ports from the next one.
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    interrupt(run);
    await untilExit(run);
  });
  return run;
}

/** Starts `npm run dev`, or another script of the project. */
export function startScript(
  place: Place,
  script = "local/commands/dev.ts",
  env: Environment = {},
): Run {
  return start(place, [process.execPath, script], env);
}

/** The command of the local cloud beside `program`, which takes the place of the site. */
export function commandBeside(program: string, variablesFile = "/dev/null"): string[] {
  const script = `
    import { runSite } from "./local/commands/run-site.ts";
    const args = ["-e", ${JSON.stringify(program)}];
    const options = { stdio: ["ignore", "pipe", "pipe"] };
    const spawnSite = ({ processes }) => processes.spawn(process.execPath, args, options);
    await runSite({ port: "dev", spawnSite, variablesFile: ${JSON.stringify(variablesFile)} });`;
  return [process.execPath, "--input-type=module", "-e", script];
}

/** A program that answers every request, in place of the site. */
export function answerAt(port: number): string {
  return `require("http").createServer((_, out) => out.end()).listen(${port}, "127.0.0.1")`;
}

/** Signals the process group, as a terminal's Ctrl-C does. */
export function interrupt(run: Run): void {
  if (run.process.pid !== undefined) process.kill(-run.process.pid, "SIGINT");
}

export async function untilStarted(run: Run): Promise<void> {
  const ended = once(run.process, "close").then(() => {
    throw new Error(`The command has ended: ${run.output()}`);
  });
  const isUp = () => expect(run.output()).toContain("Ctrl-C stops everything");
  const up = vi.waitFor(isUp, { timeout: START_TIMEOUT_MS, interval: 200 });
  await Promise.race([up, ended]);
  ended.catch(() => {});
}

export async function untilExit({ process: child }: Run): Promise<number | null> {
  const [code]: (number | null)[] = await once(child, "close");
  return code ?? null;
}

export async function expectNothingLeft({ offset }: Place): Promise<void> {
  const claims = Object.entries(portsAt(offset)).map(([name, port]) => ({ name, port }));
  await vi.waitFor(() => requireFreePorts(claims), { timeout: 15_000, interval: 200 });
}
