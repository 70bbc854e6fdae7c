import { type ChildProcess, execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Service } from "local-kit";
import type { ChildProcesses } from "../../local/processes/child-processes.ts";
import type { EnvironmentVariables } from "../../tools/shared/settings.ts";

type Environment = Readonly<Record<string, string>>;

const START_TIMEOUT_MS = 30_000;
const LOG_LENGTH = 4_000;

/** The path in GOTRUE_BINARY. Throws with instructions if it is missing or not executable. */
export function readBinary(env: EnvironmentVariables = process.env): string {
  const name = env.GOTRUE_BINARY;
  if (!name) {
    throw new Error(
      "Set GOTRUE_BINARY to a binary of Supabase Auth (github.com/supabase/auth, the file `auth` of a release)",
    );
  }
  const file = path.resolve(name);
  try {
    accessSync(file, constants.X_OK);
  } catch {
    throw new Error(`GOTRUE_BINARY is not an executable file: ${file}`);
  }
  return file;
}

/** Migrates the auth schema. Throws with the server's error. */
export async function migrate(binary: string, env: Environment): Promise<void> {
  try {
    await promisify(execFile)(binary, ["migrate"], {
      env: { ...process.env, ...env },
      timeout: START_TIMEOUT_MS,
    });
  } catch (error) {
    throw new Error(`Supabase Auth cannot migrate its schema: ${String(error).slice(-LOG_LENGTH)}`);
  }
}

/** Starts the server and waits until it responds. Throws with the end of its log on failure. */
export async function serve(
  binary: string,
  env: Environment,
  processes: ChildProcesses,
): Promise<Service> {
  const child = processes.spawn(binary, ["serve"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const readLog = keepLog(child);
  const url = `http://127.0.0.1:${env.PORT}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await processes.stop(child);
      throw new Error(`Supabase Auth did not start: ${readLog()}`);
    }
    await wait(100);
  }
  return { name: "Supabase Auth", url, close: () => processes.stop(child) };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

function keepLog(child: ChildProcess): () => string {
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-LOG_LENGTH);
    });
  }
  return () => log;
}
