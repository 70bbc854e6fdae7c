import { type ChildProcess, execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Service } from "local-kit";
import { requireFreePorts } from "../../tools/shared/ports-in-use.ts";
import type { ChildProcesses } from "../processes/child-processes.ts";
import { findPostgresBinaries, isReachableByOthers, type PostgresBinaries } from "./binaries.ts";

const PASSWORD = "postgres";

/** No fsync: local data survives a killed process, but not a power failure. */
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
  /** Folder of the cluster; created on first use. */
  dataDir: string;
  port: number;
  processes: ChildProcesses;
  /** Name of the superuser; "postgres" by default, as in Supabase's CLI. */
  superuser?: string;
}

export interface Postgres extends Service {
  /** Connection string of the superuser. */
  readonly superuserUrl: string;
}

/** Starts Postgres on 127.0.0.1 and resolves when it accepts connections. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findPostgresBinaries();
  const { superuser = "postgres" } = options;
  const dataDir = resolveDataDir(options.dataDir, binaries);
  if (!existsSync(path.join(dataDir, "PG_VERSION"))) await initialize(binaries, dataDir, superuser);

  // `initdb` takes a second, in which an outgoing connection can get the port.
  await requireFreePorts([{ name: "Postgres", port: options.port }]);
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
    superuserUrl: superuserUrl(options.port, superuser),
    close: () => options.processes.stop(child),
  };
}

/** The superuser's connection string. */
export function superuserUrl(port: number, superuser = "postgres"): string {
  return `postgres://${superuser}:${PASSWORD}@127.0.0.1:${port}/postgres`;
}

/**
 * The data directory. In a private home folder, which `nobody` cannot access, the temporary folder is used
 * instead.
 */
function resolveDataDir(dataDir: string, { runAs }: PostgresBinaries): string {
  if (!runAs || isReachableByOthers(path.dirname(dataDir))) return dataDir;
  const id = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  return path.join(os.tmpdir(), `local-postgres-data-${id}`);
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
        // Sorts as hosted, by code points, and letters of all scripts have cases. An older folder keeps its
        // locale.
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
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

/** Summarizes the log of a failed Postgres or initdb in one line. */
export function describeFailure(log: string, dataDir: string): string {
  const versions =
    /initialized by PostgreSQL version (\d+).*compatible with this version (\d+)/.exec(log);
  if (versions) {
    return `${dataDir} was created by Postgres ${versions[1]}, this is Postgres ${versions[2]}: delete that folder to start over`;
  }
  if (log.includes("No space left on device")) return `the disk that holds ${dataDir} is full`;
  const lines = log.split("\n").filter((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line));
  const last = lines.at(-1) ?? log.trim().split("\n").at(-1) ?? "";
  return last.replace(/^.*?\b(FATAL|PANIC|ERROR|error):\s*/, "") || "no error message";
}
