/** Processes of this machine, read from Linux' /proc. */
import { readFileSync } from "node:fs";

/** Seconds of processor time that a process has used so far. */
export function readCpuSeconds(pid: number): number {
  // Fields 14 and 15, in ticks of a hundredth of a second; after the name, which may hold spaces.
  const stat = readProc(pid, "stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Bytes of memory that these processes hold together. */
export function readMemoryBytes(pids: readonly number[]): number {
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
