import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "steps-"));
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here = (name: string) => path.join(import.meta.dirname, name);

/** Runs steps as `npm test` does; returns the exit status and the output. */
function runSteps(steps: readonly object[]): Promise<{ status: number; output: string }> {
  const script = path.join(folder, "tests.ts");
  writeFileSync(
    script,
    `import { runTests } from ${JSON.stringify(here("../runner.ts"))};
     import { createSteps } from ${JSON.stringify(here("steps.ts"))};
     await runTests("steps", async (runner) => {
       const steps = createSteps(runner);
       await steps.run(...${JSON.stringify(steps)});
       const { text, hasPassed } = steps.summarize();
       process.stdout.write(text);
       return hasPassed ? 0 : 1;
     });`,
  );
  const env = { ...process.env, VITEST: undefined, FORCE_COLOR: "1" };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script], { cwd: folder, env }, (_, output) =>
      resolve({ status: child.exitCode ?? -1, output }),
    );
  });
}

const script = (code: string) => [process.execPath, "-e", code];

test("a step without tests counts as one check, and its last lines are repeated when it fails", async () => {
  const { status, output } = await runSteps([
    { name: "lint", command: script("") },
    { name: "build", command: script("console.log('no such module'); process.exit(3)") },
    { name: "fuzz", command: script("") },
  ]);
  expect(status).toBe(1);
  expect(output.split("\n").slice(-5)).toEqual([
    "",
    "✗ build: exit status 3",
    "    no such module",
    "2 passed, 1 failed",
    "",
  ]);
});

test("a step that dies before it has written its report is a failure", async () => {
  const { status, output } = await runSteps([
    { name: "unit", command: script("process.exit(1)"), hasReport: true },
  ]);
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(/\n✗ unit: exit status 1\n0 passed, 1 failed\n$/),
  ]);
});

test("of vitest's tests, failed ones, failed hooks, broken files and unhandled errors are named", async () => {
  writeFileSync(
    path.join(folder, "sum.test.js"),
    `import { beforeAll, describe, expect, test } from "vitest";
     describe("a sum", () => test("adds up", () => expect(1 + 1).toBe(3)));
     describe("a hook", () => {
       beforeAll(() => { throw new Error("not set up"); });
       test("is skipped", () => {});
     });
     test("passes", () => void Promise.reject(new Error("not awaited")));`,
  );
  writeFileSync(path.join(folder, "broken.test.js"), `import "./missing.js";`);
  const reporter = `--reporter=${here("vitest-reporter.ts")}`;
  const command = ["node_modules/.bin/vitest", "run", reporter];
  const { status, output } = await runSteps([{ name: "unit", command, hasReport: true }]);
  expect(status).toBe(1);
  const summary = output.split("\n");
  expect(summary.filter((line) => line.startsWith("✗")).toSorted()).toEqual([
    "✗  broken.test.js",
    "✗  sum.test.js > a hook",
    "✗  sum.test.js > a sum > adds up",
    "✗ unhandled error",
  ]);
  expect(output).toContain("adds up\n    expected 2 to be 3 // Object.is equality\n");
  expect(output).toContain("✗ unhandled error\n    Error: not awaited\n");
  expect(summary.at(-2)).toBe("1 passed, 4 failed, 1 skipped");
});

test("of Playwright's tests, failed ones are named", async () => {
  const file = path.join(folder, "page.spec.ts");
  writeFileSync(
    file,
    `import { expect, test } from "@playwright/test";
     test.describe("a page", () => test("has a title", () => expect("a").toBe("b")));
     test("passes", () => {});
     test.skip("is skipped", () => {});`,
  );
  const reporter = `--reporter=${here("playwright-reporter.ts")}`;
  const command = ["node_modules/.bin/playwright", "test", "page.spec.ts", reporter];
  const { output } = await runSteps([{ name: "browser", command, hasReport: true }]);
  expect(output).toContain(
    "\n✗ browser page.spec.ts > a page > has a title\n    Error: expect(received).toBe(expected)",
  );
  expect(output.split("\n").at(-2)).toBe("1 passed, 1 failed, 1 skipped");
});
