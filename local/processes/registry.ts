import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";

const STOP_GRACE_MS = 5_000;

/**
 * `startedAt` tells a process from a later one with its id: a container numbers its processes alike at each
 * start.
 */
const processSchema = v.object({ pid: v.number(), startedAt: v.string() });
const recordSchema = v.object({
  owner: processSchema,
  children: v.array(v.object({ ...processSchema.entries, command: v.string() })),
});

type ProcessRecord = v.InferOutput<typeof recordSchema>;

/** Describes a running process for the record. */
export function identify(pid: number): v.InferOutput<typeof processSchema> {
  return { pid, startedAt: readStartTime(pid) };
}

const getRecordFile = (localDir: string) => path.join(localDir, "processes.json");

/** Records the processes of this run in `localDir`, so that the next run can stop leftovers. */
export function writeRecord(localDir: string, record: ProcessRecord): void {
  writeFileSync(getRecordFile(localDir), JSON.stringify(record));
}

/** Deletes the record after all processes have exited. */
export function deleteRecord(localDir: string): void {
  rmSync(getRecordFile(localDir), { force: true });
}

/** Stops the processes of a killed run. Throws one line while another run uses `localDir`. */
export async function stopLeftovers(localDir: string): Promise<void> {
  const record = readRecord(localDir);
  if (!record) return;
  if (isSame(record.owner)) {
    throw new Error(
      `Already running as process ${record.owner.pid}. Stop it, or use another PORT_OFFSET and LOCAL_DIR`,
    );
  }
  await stopGroups(record.children.filter(isSame).map(({ pid }) => pid));
  deleteRecord(localDir);
}

/** Sends SIGINT to process groups, and SIGKILL after five seconds. */
export async function stopGroups(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signalGroup(pid, "SIGINT");
  const deadline = Date.now() + STOP_GRACE_MS;
  while (Date.now() < deadline && pids.some(isAlive)) await sleep(20);
  for (const pid of pids) signalGroup(pid, "SIGKILL");
}

/** Undefined without a record, or with one that a full disk or another version has left. */
function readRecord(localDir: string): ProcessRecord | undefined {
  const file = getRecordFile(localDir);
  if (!existsSync(file)) return undefined;
  const schema = v.pipe(v.string(), v.parseJson(), recordSchema);
  const parsed = v.safeParse(schema, readFileSync(file, "utf8"));
  return parsed.success ? parsed.output : undefined;
}

/** True while the recorded process runs. */
function isSame({ pid, startedAt }: { readonly pid: number; readonly startedAt: string }): boolean {
  return startedAt !== "" && readStartTime(pid) === startedAt;
}

/**
 * The start of the process `pid`; "" when there is none. On Linux the boot and the time since it, which do
 * not depend on the clock; elsewhere the time that `ps` shows.
 */
function readStartTime(pid: number): string {
  try {
    if (!existsSync("/proc/self/stat")) {
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
        encoding: "utf8",
        env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    }
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The 22nd field; the second, a name in parentheses, may contain spaces. Source: proc_pid_stat(5).
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return `${boot} ${stat.slice(stat.lastIndexOf(")")).split(" ")[20]}`;
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
