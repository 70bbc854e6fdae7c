import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatTable } from "./cli.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "command-"));
const script = path.join(folder, "command.ts");
beforeAll(() =>
  writeFileSync(
    script,
    `/**
 * npm run example -- NAME
 *
 *   --loud  in capitals
 */
import { parseArgs } from "node:util";
import { runCommand } from ${JSON.stringify(path.resolve("tools/shared/cli.ts"))};
await runCommand(async () => {
  const { values } = parseArgs({ options: { loud: { type: "boolean" } } });
  console.log(values.loud ? "HELLO" : "hello");
});
`,
  ),
);
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

test("--help prints how to use the command, and does not run it", async () => {
  const help = "npm run example -- NAME\n\n  --loud  in capitals\n";
  expect(await run("--loud", "--help")).toEqual({ status: 0, output: help });
});

test("an unknown option is one line", async () => {
  const output = "✗ Unknown option '--quiet'. --help lists the options\n";
  expect(await run("--quiet")).toEqual({ status: 1, output });
});

test("a table aligns its columns, and escapes control characters", () => {
  const rows = [
    { name: "a\u001b[2J", tries: 7, id: "x" },
    { name: "long name", tries: 12, id: undefined },
  ];
  expect(formatTable(rows)).toEqual([
    "name        tries  id",
    "a\\u001b[2J      7  x",
    "long name      12",
  ]);
  expect(formatTable([])).toEqual([""]);
});
