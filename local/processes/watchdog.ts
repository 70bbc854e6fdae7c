/**
 * Runs as its own process and outlives its parent by a moment: when the parent is gone, however it
 * went (even by SIGKILL), it ends every process group it was told of, then itself.
 * Protocol on standard input, one line each: "+<pid>" watch the group, "-<pid>" forget it.
 */
import { createInterface } from "node:readline";
import { stopGroups } from "./registry.ts";

const groups = new Set<number>();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1));
  if (line.startsWith("+")) groups.add(pid);
  else groups.delete(pid);
}

await stopGroups([...groups]);
