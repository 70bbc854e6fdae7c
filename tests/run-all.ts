/** `npm test`: runs all checks, cheapest first, and ends with a one-line summary. A failed step does not stop the others. */
import { openSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import { runTests } from "./support/runner.ts";

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Reads the counts of the step's report, a file `{name}.json`. Without it, the step counts as one check. */
  readonly readReport?: (report: unknown) => Counts;
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
});
const playwrightReport = v.object({
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
});

function readVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests } = v.parse(vitestReport, report);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

function readPlaywright(report: unknown): Counts {
  const { stats } = v.parse(playwrightReport, report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

await runTests("reports", async ({ folder, run }) => {
  const reportFile = (name: string) => path.join(folder, `${name}.json`);
  /** With one worker per core; Vitest leaves one core idle, which is half of a machine with two. */
  const vitest = (project: string): Step => ({
    name: project,
    command: [
      "vitest",
      "run",
      `--project=${project}`,
      `--maxWorkers=${os.availableParallelism()}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportFile(project)}`,
    ],
    readReport: readVitest,
  });
  /** Runs in parallel with the other tests, because it mostly waits for wrangler; its output is printed afterwards. */
  const operations = vitest("operations");
  const checks: readonly Step[] = [
    { name: "types", command: ["npm", "run", "--silent", "typecheck"] },
    { name: "lint", command: ["npm", "run", "--silent", "lint"] },
  ];
  const tests: readonly Step[] = [
    vitest("unit"),
    vitest("worker"),
    { name: "build", command: ["npm", "run", "--silent", "build"] },
  ];
  const productSteps: readonly Step[] = [
    { name: "fuzz", command: ["node", "tests/fuzz/fuzz.ts"] },
    { name: "browser", command: ["node", "tests/run-e2e.ts"], readReport: readPlaywright },
  ];

  async function runStep(step: Step, stdout: "inherit" | number = "inherit"): Promise<Counts> {
    const { name, readReport } = step;
    const [program, ...args] = step.command;
    if (stdout === "inherit") process.stdout.write(`\n── ${name}\n`);
    const status = await run(program, args, {
      stdio: ["ignore", stdout, stdout],
      env: { ...process.env, E2E_REPORT: reportFile(name) },
    });
    const succeeded = status === 0;
    if (!readReport) return { passed: Number(succeeded), failed: Number(!succeeded), skipped: 0 };
    try {
      const counts = readReport(JSON.parse(readFileSync(reportFile(name), "utf8")));
      const failedOutsideTests = !succeeded && counts.failed === 0;
      return failedOutsideTests ? { ...counts, failed: 1 } : counts;
    } catch {
      return { passed: 0, failed: 1, skipped: 0 };
    }
  }

  const total = { passed: 0, failed: 0, skipped: 0 };
  function add(counts: Counts): void {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }

  async function runInOrder(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      const startedAt = performance.now();
      add(await runStep(step));
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      process.stdout.write(`── ${step.name}: ${seconds} s\n`);
    }
  }

  await runInOrder(checks);
  const operationsLog = path.join(folder, "operations.log");
  const operationsRun = runStep(operations, openSync(operationsLog, "w"));
  await runInOrder(tests);
  add(await operationsRun);
  process.stdout.write(`\n── ${operations.name}\n${readFileSync(operationsLog, "utf8")}`);
  await runInOrder(productSteps);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});
