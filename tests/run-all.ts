/** `npm test`: runs all checks, cheapest first, and ends with a one-line summary. A failed step does not stop the others. */
import { openSync, readFileSync, writeSync } from "node:fs";
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
  const lint: Step = { name: "lint", command: ["npm", "run", "--silent", "lint"] };
  /** Run in parallel with the tests: one uses a single core, the other waits for wrangler. */
  const inBackground: readonly Step[] = [
    { name: "types", command: ["npm", "run", "--silent", "typecheck"] },
    vitest("operations"),
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

  const total = { passed: 0, failed: 0, skipped: 0 };

  /** Prints the output of a step; into `log` if the step runs in the background. */
  async function runStep(step: Step, log?: number): Promise<void> {
    const startedAt = performance.now();
    const print = (line: string) => (log ? writeSync(log, line) : process.stdout.write(line));
    print(`\n── ${step.name}\n`);
    const counts = await runAndCount(step, log ?? "inherit");
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    print(`── ${step.name}: ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
  }

  async function runAndCount(
    { name, command, readReport }: Step,
    output: "inherit" | number,
  ): Promise<Counts> {
    const [program, ...args] = command;
    const status = await run(program, args, {
      stdio: ["ignore", output, output],
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

  async function runInOrder(steps: readonly Step[], log?: number): Promise<void> {
    for (const step of steps) await runStep(step, log);
  }

  await runStep(lint);
  const backgroundLog = path.join(folder, "background.log");
  const background = runInOrder(inBackground, openSync(backgroundLog, "w"));
  await runInOrder(tests);
  await background;
  process.stdout.write(readFileSync(backgroundLog, "utf8"));
  await runInOrder(productSteps);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});
