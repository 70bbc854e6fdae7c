import { type ChildProcess, execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Service } from "local-kit";
import type { ChildProcesses } from "../processes/child-processes.ts";
import { findPostgresBinaries, isReachableByOthers, type PostgresBinaries } from "./binaries.ts";

const PASSWORD = "postgres";

/** Local data may be lost with the machine's power, never with the process: so no fsync, but WAL. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "100",
  shared_buffers: "64MB",
} as const;

export interface PostgresOptions {
  /** Folder of the cluster; made on first use. */
  dataDir: string;
  port: number;
  processes: ChildProcesses;
  /** Name of the cluster's superuser, as Supabase's CLI has it unless told otherwise. */
  superuser?: string;
}

export interface Postgres extends Service {
  /** Connection string of the superuser. */
  readonly superuserUrl: string;
}

/** Starts Postgres on 127.0.0.1 and resolves when it takes connections. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findPostgresBinaries();
  const { superuser = "postgres" } = options;
  const dataDir = resolveDataDir(options.dataDir, binaries);
  if (!existsSync(path.join(dataDir, "PG_VERSION"))) await initialize(binaries, dataDir, superuser);

  const settings = Object.entries({ ...SETTINGS, port: options.port });
  const args = ["-D", dataDir, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const child = options.processes.spawn(binaries.postgres, args, {
    ...binaries.runAs,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await waitUntilReady(child, dataDir);
  return {
    name: "Postgres",
    url: `postgres://127.0.0.1:${options.port}`,
    superuserUrl: `postgres://${superuser}:${PASSWORD}@127.0.0.1:${options.port}/postgres`,
    close: () => options.processes.stop(child),
  };
}

/** Root runs Postgres as `nobody`, who cannot enter a private home: the cluster then lives in the temporary folder. */
function resolveDataDir(wanted: string, { runAs }: PostgresBinaries): string {
  if (!runAs || isReachableByOthers(path.dirname(wanted))) return wanted;
  const id = createHash("sha256").update(wanted).digest("hex").slice(0, 12);
  return path.join(os.tmpdir(), `selvedge-data-${id}`);
}

async function initialize(
  { initdb, runAs }: PostgresBinaries,
  dataDir: string,
  superuser: string,
): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(path.dirname(dataDir), { recursive: true });
  mkdirSync(dataDir, { mode: 0o700 });
  const passwordFile = `${dataDir}.password`;
  writeFileSync(passwordFile, PASSWORD);
  if (runAs) for (const file of [dataDir, passwordFile]) chownSync(file, runAs.uid, runAs.gid);
  try {
    await promisify(execFile)(
      initdb,
      [
        `--pgdata=${dataDir}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
      ],
      { ...runAs },
    );
  } catch (error) {
    const log = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new Error(`Postgres: ${describeFailure(log, dataDir)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function waitUntilReady(child: ChildProcess, dataDir: string): Promise<void> {
  const { stderr } = child;
  if (!stderr) throw new Error("Postgres: started without a log");
  let log = "";
  const ready = new Promise<void>((resolve) => {
    stderr.on("data", (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
      if (log.includes("ready to accept connections")) resolve();
    });
  });
  const exited = once(child, "exit").then(() => {
    throw new Error(`Postgres: ${describeFailure(log, dataDir)}`);
  });
  await Promise.race([ready, exited]);
  exited.catch(() => {});
}

/** One line, for a person at a terminal, from what Postgres or initdb wrote before it gave up. */
export function describeFailure(log: string, dataDir: string): string {
  const made = /initialized by PostgreSQL version (\d+).*compatible with this version (\d+)/.exec(
    log,
  );
  if (made) {
    return `${dataDir} was made by Postgres ${made[1]}, and this is Postgres ${made[2]}: delete that folder to start anew`;
  }
  if (log.includes("No space left on device")) return `the disk that holds ${dataDir} is full`;
  const lines = log.split("\n").filter((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line));
  const last = lines.at(-1) ?? log.trim().split("\n").at(-1) ?? "";
  return last.replace(/^.*?\b(FATAL|PANIC|ERROR|error):\s*/, "") || "it left no message";
}
