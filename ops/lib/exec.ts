/** Other programs: the one place that runs them and waits for their output. */
import { spawn } from "node:child_process";

export interface ExecOptions {
  readonly cwd?: string;
  /** On top of this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Written to its standard input; for secrets, which do not belong in arguments. */
  readonly input?: string;
  /** Keeps the command and its output off the screen. */
  readonly quiet?: boolean;
  /** Takes the standard output as it comes, which is neither shown nor collected then. */
  readonly onStdout?: (chunk: string) => void;
  /** Without one, the program may take as long as it likes. */
  readonly timeoutMs?: number;
}

export interface ExecResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The status of a program that was killed by its timeout, as coreutils' `timeout` has it. */
export const TIMED_OUT = 124;

/** Runs a program and collects its output. Never rejects: a program that is missing has status 127. */
export function exec(
  program: string,
  args: readonly string[],
  { cwd = process.cwd(), env, input = "", quiet = false, onStdout, timeoutMs }: ExecOptions = {},
): Promise<ExecResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (chunk: string) => {
        if (name === "stdout" && onStdout) return onStdout(chunk);
        output[name] += chunk;
        if (!quiet) process[name].write(chunk);
      });
    }
    // Resolves before "close": a grandchild may hold the other end of the pipes.
    const timer =
      timeoutMs &&
      setTimeout(() => {
        child.kill("SIGKILL");
        resolve({ status: TIMED_OUT, ...output });
      }, timeoutMs);
    child.on("error", ({ message }) => resolve({ status: 127, stdout: "", stderr: message }));
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ status: code ?? 1, ...output });
    });
    // A program that exits without reading its input is judged by its status.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** Runs a program, its output on the screen. Throws one line unless it succeeds. */
export async function run(
  program: string,
  args: readonly string[],
  options: ExecOptions = {},
): Promise<void> {
  const { status } = await exec(program, args, options);
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")} ended with status ${status}`);
}
