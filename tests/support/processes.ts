/** Processes of this machine, read from Linux' /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Ids of the processes whose program has this name. */
export function processesCalled(name: string): number[] {
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  return pids.filter((pid) => readProc(pid, "comm").trim() === name).map(Number);
}

/** Bytes of memory that these processes hold together. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readProc(pid, "status"))?.[1] ?? 0;
    return sum + Number(kilobytes) * 1024;
  }, 0);
}

/** Empty when the process has ended meanwhile. */
function readProc(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
