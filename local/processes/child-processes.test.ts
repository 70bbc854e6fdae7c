import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createChildProcesses } from "./child-processes.ts";
import { identify, stopLeftovers, writeRecord } from "./registry.ts";

let localDir: string;
beforeEach(() => {
  localDir = mkdtempSync(path.join(os.tmpdir(), "processes-"));
});
afterEach(() => rmSync(localDir, { recursive: true, force: true }));

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A process that starts a child through `createChildProcesses`, prints the child's id, and waits. */
async function startOwner(
  folder = import.meta.dirname,
): Promise<{ owner: ChildProcess; childPid: number }> {
  const script = path.join(localDir, "owner.ts");
  writeFileSync(
    script,
    `import { createChildProcesses } from ${JSON.stringify(path.join(folder, "child-processes.ts"))};
     const processes = await createChildProcesses(${JSON.stringify(localDir)});
     const child = processes.spawn("sleep", ["60"], { stdio: "ignore" });
     console.log(child.pid);
     setInterval(() => {}, 1000);`,
  );
  const owner = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(owner.stdout, "data");
  return { owner, childPid: Number(line) };
}

describe("child processes", () => {
  test("exit on stop, and the record is deleted", async () => {
    const processes = await createChildProcesses(localDir);
    const child = processes.spawn("sleep", ["60"], { stdio: "ignore" });
    expect(existsSync(path.join(localDir, "processes.json"))).toBe(true);
    await processes.stop(child);
    expect(child.signalCode).toBe("SIGINT");
    expect(existsSync(path.join(localDir, "processes.json"))).toBe(false);
  });

  test("are reported when one exits without stop", async () => {
    const processes = await createChildProcesses(localDir);
    const stopped = processes.spawn("sleep", ["60"], { stdio: "ignore" });
    const other = processes.spawn("sleep", ["60"], { stdio: "ignore" });
    await processes.stop(stopped);
    other.kill("SIGKILL");
    expect(await processes.firstExit).toBe(other);
  });

  test("are stopped in a folder whose path has spaces", async () => {
    const copy = path.join(localDir, "a folder");
    cpSync(import.meta.dirname, copy, { recursive: true });
    symlinkSync(path.resolve("node_modules"), path.join(localDir, "node_modules"));
    const { owner, childPid } = await startOwner(copy);
    owner.kill("SIGKILL");
    await expect.poll(() => isRunning(childPid)).toBe(false);
  });

  test("are stopped when their parent is killed", async () => {
    const { owner, childPid } = await startOwner();
    expect(isRunning(childPid)).toBe(true);
    owner.kill("SIGKILL");
    await expect.poll(() => isRunning(childPid)).toBe(false);
  });

  const noOwner = { pid: 2 ** 22, startedAt: "never" };

  test("left by an earlier run are stopped by the next one", async () => {
    const leftover = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    const ended = once(leftover, "exit");
    const children = [{ ...identify(leftover.pid ?? 0), command: "sleep 60" }];
    writeRecord(localDir, { owner: noOwner, children });
    await stopLeftovers(localDir);
    await ended;
    expect(existsSync(path.join(localDir, "processes.json"))).toBe(false);
  });

  test("are left alone when their id belongs to another program", async () => {
    const unrelated = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    const { pid } = identify(unrelated.pid ?? 0);
    writeRecord(localDir, {
      owner: noOwner,
      children: [{ pid, startedAt: "before", command: "sleep 60" }],
    });
    await stopLeftovers(localDir);
    expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull();
    unrelated.kill();
  });

  test("of a run that is still up are left alone, and stop the next one", async () => {
    writeRecord(localDir, { owner: identify(process.pid), children: [] });
    await expect(stopLeftovers(localDir)).rejects.toThrow(
      `Already running as process ${process.pid}.`,
    );
  });
});
