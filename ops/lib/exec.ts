/** Runs other programs. */
import { spawn } from "node:child_process";

export interface ExecOptions {
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Standard input, e.g. for secrets, which must not be arguments. */
  readonly input?: string | undefined;
  /** Receives standard output, which is then not collected. */
  readonly onStdout?: ((chunk: string) => void) | undefined;
  /** Ends the program when aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface ExecResult {
  /** 1 also when a signal ended it; 127 when it could not start. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A failed command, with everything it printed. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly output: string;
  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/** Runs a program and collects its output. Never rejects. */
export function exec(
  program: string,
  args: readonly string[],
  { cwd = process.cwd(), env, input = "", onStdout, signal }: ExecOptions = {},
): Promise<ExecResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, signal });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (chunk: string) => {
        if (name === "stdout" && onStdout) return onStdout(chunk);
        output[name] += chunk;
      });
    }
    // An aborted program resolves here, because a grandchild may keep the pipes open.
    child.on("error", ({ name, message }) =>
      resolve(
        name === "AbortError"
          ? { status: 1, ...output }
          : { status: 127, stdout: "", stderr: message },
      ),
    );
    child.on("close", (code) => resolve({ status: code ?? 1, ...output }));
    // EPIPE when the program exits without reading its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** Runs a program. Throws a `CommandError` unless it succeeds. */
export async function run(program: string, args: readonly string[], options: ExecOptions = {}) {
  const { status, stdout, stderr } = await exec(program, args, options);
  if (status === 0) return;
  const line = [program, ...args].join(" ");
  throw new CommandError(`${line} ended with status ${status}`, stdout + stderr);
}
