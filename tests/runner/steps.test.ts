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

/** Runs steps as `npm test` does; returns the exit status and the lines of output. */
function runSteps(steps: readonly object[]): Promise<{ status: number; lines: string[] }> {
  const script = path.join(folder, "tests.ts");
  const module = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
  writeFileSync(
    script,
    `import { runTests } from ${module("runner.ts")};
     import { createSteps } from ${module("steps.ts")};
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
      resolve({ status: child.exitCode ?? -1, lines: output.trimEnd().split("\n") }),
    );
  });
}

const script = (code: string) => [process.execPath, "-e", code];

test("the output of a failed step comes last, before the counts; that of others is not shown", async () => {
  const { status, lines } = await runSteps([
    { name: "build", command: script("console.log('no such module'); process.exit(3)") },
    { name: "lint", command: script("console.log('fine')") },
    { name: "Supabase Auth", command: script(""), missing: "NO_SUCH_PROGRAM is not set" },
  ]);
  expect(status).toBe(1);
  expect(lines.slice(0, 3)).toEqual([
    "✗ build: 0 s",
    "✓ lint: 0 s",
    "– Supabase Auth: not run, because NO_SUCH_PROGRAM is not set",
  ]);
  expect(lines.slice(3)).toEqual([
    "",
    "── build (exit status 3)",
    "no such module",
    "",
    expect.stringMatching(
      /^1 passed, failed: build \(exit status 3\), not run: Supabase Auth · \d s, \d+ CPU seconds/,
    ),
  ]);
});

test("the tests of Vitest and Playwright are added up", async () => {
  writeFileSync(
    path.join(folder, "sum.test.js"),
    `import { expect, test } from "vitest";
     test("adds up", () => expect(1 + 1).toBe(2));
     test("is 1", () => expect(1).toBe(1));
     test.skip("is skipped", () => {});`,
  );
  writeFileSync(
    path.join(folder, "page.spec.ts"),
    `import { expect, test } from "@playwright/test";
     test("has a title", () => expect("a").toBe("b"));
     test("passes", () => {});
     test.skip("is skipped", () => {});`,
  );
  const { status, lines } = await runSteps([
    { name: "unit", command: ["node_modules/.bin/vitest", "run", "sum.test.js"] },
    { name: "browser", command: ["node_modules/.bin/playwright", "test", "page.spec.ts"] },
  ]);
  expect(status).toBe(1);
  expect(lines.join("\n")).toContain("has a title");
  expect(lines.at(-1)).toMatch(/^3 passed, 2 skipped, failed: browser \(exit status 1\) · /);
});
