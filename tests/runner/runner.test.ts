import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "runner-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = `
  console.log(JSON.stringify([process.ppid, process.pid, process.argv[1]]));
  setInterval(() => {}, 1_000);
`;

/** A shell, as npm starts it, that starts a test runner, that starts a program. */
async function startCommand() {
  const script = path.join(folder, "tests.ts");
  writeFileSync(
    script,
    `import { runTests } from ${JSON.stringify(path.join(import.meta.dirname, "runner.ts"))};
     await runTests("runner", ({ folder, run }) =>
       run(process.execPath, ["-e", ${JSON.stringify(PROGRAM)}, folder]));`,
  );
  const shell = spawn("sh", ["-c", `"${process.execPath}" "${script}"; exit $?`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(shell.stdout, "data");
  const [runner, program, data]: [number, number, string] = JSON.parse(String(line));
  // On a busy machine the program can start before the runner has told the watchdog of it.
  const readRecord = () => readFileSync(path.join(data, "processes.json"), "utf8");
  await expect.poll(readRecord).toContain(String(program));
  return { shell, runner, program, data };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a test runner stops its programs and deletes their data", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("on %s", async (signal) => {
    const { shell, runner, program, data } = await startCommand();
    process.kill(runner, signal);
    expect(await untilExit(shell)).toBe(1);
    expect([isRunning(program), existsSync(data)]).toEqual([false, false]);
  });

  test("when the command that started it is killed", async () => {
    const { shell, runner, program, data } = await startCommand();
    shell.kill("SIGKILL");
    await expect.poll(() => isRunning(runner)).toBe(false);
    expect([isRunning(program), existsSync(data)]).toEqual([false, false]);
  });

  test("when it is killed", async () => {
    const { runner, program, data } = await startCommand();
    process.kill(runner, "SIGKILL");
    await expect.poll(() => [isRunning(program), existsSync(data)]).toEqual([false, false]);
  });
});

async function untilExit(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, "exit");
  return code;
}
