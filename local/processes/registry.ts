import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";

const STOP_GRACE_MS = 5_000;

const recordSchema = v.object({
  owner: v.number(),
  children: v.array(v.object({ pid: v.number(), command: v.string() })),
});

type ProcessRecord = v.InferOutput<typeof recordSchema>;

const getRecordFile = (localDir: string) => path.join(localDir, "processes.json");

/** Records the processes of this run in `localDir`, so that the next run can stop leftovers. */
export function writeRecord(localDir: string, record: ProcessRecord): void {
  writeFileSync(getRecordFile(localDir), JSON.stringify(record));
}

/** Deletes the record after all processes have exited. */
export function deleteRecord(localDir: string): void {
  rmSync(getRecordFile(localDir), { force: true });
}

/**
 * Stops the processes of a killed run. Throws one line while another run uses `localDir`. Compares command
 * lines, because process ids are reused.
 */
export async function stopLeftovers(localDir: string): Promise<void> {
  const record = readRecord(localDir);
  if (!record) return;
  if (readCommandLine(record.owner).includes("local/commands/")) {
    throw new Error(
      `Already running as process ${record.owner}. Stop it, or use another PORT_OFFSET and LOCAL_DIR`,
    );
  }
  const leftovers = record.children.filter(({ pid, command }) =>
    readCommandLine(pid).includes(command),
  );
  await stopGroups(leftovers.map(({ pid }) => pid));
  deleteRecord(localDir);
}

/** Sends SIGINT to process groups, and SIGKILL after five seconds. */
export async function stopGroups(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signalGroup(pid, "SIGINT");
  const deadline = Date.now() + STOP_GRACE_MS;
  while (Date.now() < deadline && pids.some(isAlive)) await sleep(20);
  for (const pid of pids) signalGroup(pid, "SIGKILL");
}

function readRecord(localDir: string): ProcessRecord | undefined {
  const file = getRecordFile(localDir);
  if (!existsSync(file)) return undefined;
  const parsed = v.safeParse(recordSchema, JSON.parse(readFileSync(file, "utf8")));
  return parsed.success ? parsed.output : undefined;
}

/** The command line of a process, or "". From /proc on Linux, from `ps` on macOS. */
function readCommandLine(pid: number): string {
  try {
    if (existsSync("/proc/self"))
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "";
  }
}

/** True while the process group led by `pid` has a member. */
function isAlive(pid: number): boolean {
  return signalGroup(pid, 0);
}

/** Signals every process of the group led by `pid`; false when there is none. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
