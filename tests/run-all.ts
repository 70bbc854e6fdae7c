/** `npm test`: runs all checks, cheapest first, and ends with a one-line summary. A failed step does not stop the others. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Reads the counts of the step's report. Without a report, the step counts as one check. */
  readonly readReport?: () => Counts;
}

const reports = mkdtempSync(path.join(os.tmpdir(), "test-reports-"));
const report = (name: string) => path.join(reports, name);

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

function readVitest(file: string): Counts {
  const { numPassedTests, numFailedTests, numPendingTests } = v.parse(vitestReport, readJson(file));
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

function readPlaywright(file: string): Counts {
  const { stats } = v.parse(playwrightReport, readJson(file));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

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
    `--outputFile.json=${report(`${project}.json`)}`,
  ],
  readReport: () => readVitest(report(`${project}.json`)),
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
  { name: "soak", command: ["node", "tests/soak/soak.ts"] },
  {
    name: "browser",
    command: ["node", "tests/run-e2e.ts"],
    env: { E2E_REPORT: report("browser.json") },
    readReport: () => readPlaywright(report("browser.json")),
  },
];

async function runStep(step: Step, stdout: "inherit" | number = "inherit"): Promise<Counts> {
  const { name, env, readReport } = step;
  const [program, ...args] = step.command;
  if (stdout === "inherit") process.stdout.write(`\n── ${name}\n`);
  const child = spawn(program, args, {
    stdio: ["inherit", stdout, stdout],
    env: { ...process.env, ...env },
  });
  const [status] = await once(child, "close");
  const succeeded = status === 0;
  if (!readReport) return { passed: Number(succeeded), failed: Number(!succeeded), skipped: 0 };
  try {
    const counts = readReport();
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
const operationsLog = report("operations.log");
const operationsRun = runStep(operations, openSync(operationsLog, "w"));
await runInOrder(tests);
add(await operationsRun);
process.stdout.write(`\n── ${operations.name}\n${readFileSync(operationsLog, "utf8")}`);
await runInOrder(productSteps);
rmSync(reports, { recursive: true, force: true });
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
