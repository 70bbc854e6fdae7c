/** Runs the steps of `npm test` and `npm run test:nightly`, and adds up what they report. */
import { closeSync, openSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Runner } from "./runner.ts";

export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Why the step cannot run on this machine. */
  readonly missing?: string | undefined;
}

interface Steps {
  /** Runs steps one after another. */
  run(...steps: readonly Step[]): Promise<void>;
  /**
   * The output of each failed step, and as the last line what passed, failed and did not run, and its cost.
   */
  summarize(): { readonly text: string; readonly hasPassed: boolean };
}

/** The line of Vitest, or those of Playwright, that count tests. A step without tests counts as one. */
const COUNTS = /^ *Tests +.*|^ {2}\d+ \w+(?= \(|$)/gm;

/**
 * CPU seconds of this machine since its start. Of the whole machine, because the processes of a browser end
 * without reporting to the program that started it.
 */
function readCpuSeconds(): number {
  const times = os.cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
  return times.reduce((sum, each) => sum + each, 0) / 1000;
}

export function createSteps({ folder, run }: Runner): Steps {
  const startedAt = { wall: performance.now(), cpu: readCpuSeconds() };
  const failures: { readonly name: string; readonly output: string }[] = [];
  const notRun: string[] = [];
  const counts = { passed: 0, skipped: 0 };

  async function runStep({ name, command: [program, ...args], missing }: Step): Promise<void> {
    if (missing) {
      notRun.push(name);
      process.stdout.write(`– ${name}: not run, because ${missing}\n`);
      return;
    }
    const startedAt = performance.now();
    const log = path.join(folder, `${name}.log`);
    const file = openSync(log, "w");
    // Some hundred programs start with the same code, most of them wrangler.
    const env = { ...process.env, NODE_COMPILE_CACHE: path.join(folder, "compile-cache") };
    const status = await run(program, args, { stdio: ["ignore", file, file], env });
    closeSync(file);
    const output = readFileSync(log, "utf8");
    const counted = stripVTControlCharacters(output).match(COUNTS)?.join("\n");
    for (const kind of ["passed", "skipped"] as const) {
      const lines = counted ?? (status === 0 ? "1 passed" : "");
      counts[kind] += Number(new RegExp(`(\\d+) ${kind}`).exec(lines)?.[1] ?? 0);
    }
    if (status !== 0) failures.push({ name: `${name} (exit status ${status})`, output });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`${status === 0 ? "✓" : "✗"} ${name}: ${seconds} s\n`);
  }

  return {
    async run(...steps) {
      for (const step of steps) await runStep(step);
    },
    summarize() {
      const outputs = failures.map(({ name, output }) => `\n── ${name}\n${output}`).join("");
      const failed = failures.length > 0 ? `, failed: ${failures.map(({ name }) => name)}` : "";
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
      const omitted = notRun.length > 0 ? `, not run: ${notRun}` : "";
      const wall = Math.round((performance.now() - startedAt.wall) / 1000);
      const cpu = Math.round(readCpuSeconds() - startedAt.cpu);
      const cost = `${wall} s, ${cpu} CPU seconds of the machine`;
      return {
        text: `${outputs}\n${counts.passed} passed${skipped}${failed}${omitted} · ${cost}\n`,
        hasPassed: failures.length === 0 && counts.passed > 0,
      };
    },
  };
}
