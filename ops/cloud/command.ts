/** Other programs, run through one function. */
import { spawn } from "node:child_process";

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Written to its standard input; for secrets, which do not belong in arguments. */
  readonly input?: string;
  /** Keeps its output off the screen. */
  readonly quiet?: boolean;
  /** It is ended when it takes longer; without, it may take as long as it likes. */
  readonly timeoutMs?: number;
}

/** The status of a command that took too long, as coreutils' `timeout` has it. */
export const TIMED_OUT = 124;

export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type RunCommand = (command: Command) => Promise<CommandResult>;

export interface RunnerOptions {
  /** The project's folder. */
  readonly folder?: string;
  /** On top of this process's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Keeps the output of every command off the screen. */
  readonly quiet?: boolean;
}

/** Runs commands and collects their output. Never rejects: no start is status 127, no end is 124. */
export function createRunner(options: RunnerOptions = {}): RunCommand {
  const { folder = process.cwd() } = options;
  return ({ program, args, env, input, timeoutMs, quiet = options.quiet ?? false }) =>
    new Promise((resolve) => {
      const child = spawn(program, args, {
        cwd: folder,
        env: { ...process.env, ...options.env, ...env },
        stdio: "pipe",
      });
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (chunk: Buffer) => {
        stdout += chunk.toString();
        if (!quiet) process.stdout.write(chunk);
      });
      child.stderr.on("data", (chunk: Buffer) => {
        stderr += chunk.toString();
        if (!quiet) process.stderr.write(chunk);
      });
      // At once: a program that it has started may hold the other end of its output.
      const endLate = () => {
        child.kill("SIGKILL");
        resolve({ status: TIMED_OUT, stdout, stderr });
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(endLate, timeoutMs);
      child.on("error", (error) => resolve({ status: 127, stdout, stderr: error.message }));
      child.on("close", (code) => {
        clearTimeout(timer);
        resolve({ status: code ?? 1, stdout, stderr });
      });
      // A program that ends without reading its input is reported by its status.
      child.stdin.on("error", () => {});
      child.stdin.end(input ?? "");
    });
}

/** Runs commands in the current folder. */
export const runProgram: RunCommand = createRunner();
