/** Other programs, run through one function so that tests can stand in for all of them. */
import { spawn } from "node:child_process";

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Written to its standard input; for secrets, which do not belong in arguments. */
  readonly input?: string;
  /** Keeps its output off the screen. */
  readonly quiet?: boolean;
}

export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type RunCommand = (command: Command) => Promise<CommandResult>;

/** Runs a command in the current folder and collects its output. Never rejects: no start is status 127. */
export const runProgram: RunCommand = ({ program, args, env, input, quiet }) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: "pipe" });
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
    child.on("error", (error) => resolve({ status: 127, stdout, stderr: error.message }));
    child.on("close", (code) => resolve({ status: code ?? 1, stdout, stderr }));
    // A program that ends without reading its input is reported by its status.
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
  });

/** wrangler as installed by the lockfile, without telemetry. */
export function wrangler(args: readonly string[], rest: Omit<Command, "program" | "args"> = {}) {
  const program = process.execPath;
  const env = { WRANGLER_SEND_METRICS: "false", ...rest.env };
  return { ...rest, program, args: ["node_modules/wrangler/bin/wrangler.js", ...args], env };
}

/** A command as one would type it. */
export function commandLine({ program, args, env }: Command): string {
  const variables = Object.entries(env ?? {})
    .filter(([name]) => name === "CLOUDFLARE_ENV")
    .map(([name, value]) => `${name}=${value}`);
  const [script = "", ...others] = args;
  if (script.endsWith("/wrangler.js")) return [...variables, "wrangler", ...others].join(" ");
  return [...variables, program === process.execPath ? "node" : program, ...args].join(" ");
}
