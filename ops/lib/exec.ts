/** Runs other programs. */
import { spawn } from "node:child_process";
import { once } from "node:events";

export interface ExecOptions {
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Standard input, e.g. for secrets, which must not be arguments. */
  readonly input?: string | undefined;
  /** Ends the program when aborted. */
  readonly signal?: AbortSignal | undefined;
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

/**
 * Runs a program and collects its output. Never rejects: the status is 1 after a signal, 127 without a start.
 */
export async function exec(
  program: string,
  args: readonly string[],
  { cwd, env, input = "", signal }: ExecOptions = {},
) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, signal });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      output[name] += chunk;
    });
  }
  // EPIPE when the program exits without reading its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  try {
    const [code]: (number | null)[] = await once(child, "close");
    return { status: code ?? 1, ...output };
  } catch (error) {
    // An aborted program ends here, because a grandchild may keep the pipes open.
    return signal?.aborted
      ? { status: 1, ...output }
      : { status: 127, stdout: "", stderr: String(error) };
  }
}

/** Runs a program. Throws a `CommandError` unless it succeeds. */
export async function run(program: string, args: readonly string[], options: ExecOptions = {}) {
  const { status, stdout, stderr } = await exec(program, args, options);
  if (status === 0) return;
  const line = [program, ...args].join(" ");
  throw new CommandError(`${line} ended with status ${status}`, stdout + stderr);
}
