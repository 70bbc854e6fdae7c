/** Runs the steps of `npm test`, counts their checks and summarizes the failures. */
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import type { Runner } from "../runner.ts";
import { formatFailure, type Report, reportSchema } from "./report.ts";

export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Writes a report to TEST_REPORT. Otherwise the step counts as one check. */
  readonly hasReport?: boolean;
}

export interface Steps {
  /** Runs steps one after another. The output of a failed one is printed when it ends. */
  run(...steps: readonly Step[]): Promise<void>;
  /** The failures, and as the last line the counts. */
  summarize(): { readonly text: string; readonly hasPassed: boolean };
}

/** Lines of a failed step's output in the summary. */
const TAIL = 20;

export function createSteps({ folder, run }: Runner): Steps {
  const reports: Report[] = [];

  async function runStep(step: Step): Promise<void> {
    const { name, command } = step;
    const startedAt = performance.now();
    const log = path.join(folder, `${name}.log`);
    const output = openSync(log, "w");
    const [program, ...args] = command;
    const status = await run(program, args, {
      stdio: ["ignore", output, output],
      env: {
        ...process.env,
        TEST_REPORT: path.join(folder, `${name}.json`),
        // Some hundred programs start with the same code, most of them wrangler.
        NODE_COMPILE_CACHE: path.join(folder, "compile-cache"),
      },
    });
    closeSync(output);
    const printed = readFileSync(log, "utf8");
    if (status !== 0) process.stdout.write(`\n── ${name}\n${printed}`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`── ${name}: ${seconds} s\n`);
    const report = readReport(step, status === 0);
    const isExplained = report !== undefined && (status === 0 || report.failures.length > 0);
    if (isExplained) return void reports.push(report);
    const tail = printed.trimEnd().split("\n").slice(-TAIL).join("\n");
    const failure = formatFailure(`${name}: exit status ${status}`, tail, TAIL);
    reports.push({ passed: 0, skipped: 0, ...report, failures: [failure] });
  }

  /** `undefined` when the step has not written its report. */
  function readReport({ name, hasReport }: Step, hasPassed: boolean): Report | undefined {
    if (!hasReport) return { passed: Number(hasPassed), skipped: 0, failures: [] };
    const file = path.join(folder, `${name}.json`);
    if (!existsSync(file)) return undefined;
    return v.parse(v.pipe(v.string(), v.parseJson(), reportSchema), readFileSync(file, "utf8"));
  }

  return {
    async run(...steps) {
      for (const step of steps) await runStep(step);
    },
    summarize() {
      const failures = reports.flatMap(({ failures }) => failures);
      const sum = (key: "passed" | "skipped") =>
        reports.reduce((total, report) => total + report[key], 0);
      const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
      const lines = failures.map((failure) => `✗ ${failure}\n`).join("");
      return {
        text: `\n${lines}${sum("passed")} passed, ${failures.length} failed${skipped}\n`,
        hasPassed: failures.length === 0 && sum("passed") > 0,
      };
    },
  };
}
