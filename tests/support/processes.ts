/** Process statistics from Linux's /proc. */
import { readFileSync } from "node:fs";

/** CPU seconds of a process. */
export function readCpuSeconds(pid: number): number {
  // Fields 14 and 15, in ticks of 1/100 s; counted after the name, which may contain spaces.
  const stat = readProc(pid, "stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory of the processes in bytes. */
export function readMemoryBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readProc(pid, "status"))?.[1] ?? 0;
    return sum + Number(kilobytes) * 1024;
  }, 0);
}

/** "" when the process has exited. */
function readProc(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
