/** Runs other programs. */
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";

export interface ExecOptions {
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Standard input, e.g. for secrets, which must not be arguments. */
  readonly input?: string;
  /** Receives a copy of the output. */
  readonly logFile?: string | undefined;
  /** Receives standard output, which is then neither logged nor collected. */
  readonly onStdout?: (chunk: string) => void;
  /** No timeout by default. */
  readonly timeoutMs?: number;
  /** Ends the program when aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface ExecResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Status after a timeout or an abort, as with coreutils' `timeout`. */
export const ABORTED = 124;

/** Runs a program and collects its output. Never rejects; a missing program has status 127. */
export function exec(
  program: string,
  args: readonly string[],
  { cwd = process.cwd(), env, input = "", logFile, onStdout, timeoutMs, signal }: ExecOptions = {},
): Promise<ExecResult> {
  return new Promise((resolve) => {
    const timeout = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)];
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      signal: AbortSignal.any([...(signal ? [signal] : []), ...timeout]),
    });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (chunk: string) => {
        if (name === "stdout" && onStdout) return onStdout(chunk);
        output[name] += chunk;
        appendToLog(logFile, chunk);
      });
    }
    // Before "close", because a grandchild may keep the pipes open.
    child.on("error", ({ name, message }) =>
      resolve(
        name === "AbortError"
          ? { status: ABORTED, ...output }
          : { status: 127, stdout: "", stderr: message },
      ),
    );
    child.on("close", (code) => resolve({ status: code ?? 1, ...output }));
    // EPIPE when the program exits without reading its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** Runs a program. Throws one line unless it succeeds. */
export async function run(
  program: string,
  args: readonly string[],
  options: ExecOptions = {},
): Promise<void> {
  const { status } = await exec(program, args, options);
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")} ended with status ${status}`);
}

/** Appends to a log file, which need not exist. */
export function appendToLog(logFile: string | undefined, text: string): void {
  if (logFile === undefined) return;
  mkdirSync(path.dirname(logFile), { recursive: true });
  appendFileSync(logFile, text);
}
