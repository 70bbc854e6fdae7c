/**
 * A separate process that stops the watched process groups when its parent ends, even by SIGKILL.
 * Standard input, one line each: "+<pid>" adds a group, "-<pid>" removes it. Arguments are folders to delete
 * then.
 */
import { rmSync } from "node:fs";
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
for (const folder of process.argv.slice(2)) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
