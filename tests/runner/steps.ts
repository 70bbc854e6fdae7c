/** Runs the steps of `npm test` and adds up what they report. */
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Runner } from "./runner.ts";

export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

interface Steps {
  /** Runs steps one after another. */
  run(...steps: readonly Step[]): Promise<void>;
  /** The output of each failed step, and as the last line how many tests passed and what failed. */
  summarize(): { readonly text: string; readonly hasPassed: boolean };
}

/** The line of Vitest, or those of Playwright, that count tests. A step without tests counts as one. */
const COUNTS = /^ *Tests +.*|^ {2}\d+ \w+(?= \(|$)/gm;

export function createSteps({ folder, run }: Runner): Steps {
  const failures: { readonly name: string; readonly output: string }[] = [];
  const counts = { passed: 0, skipped: 0 };

  async function runStep({ name, command: [program, ...args] }: Step): Promise<void> {
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
      return {
        text: `${outputs}\n${counts.passed} passed${skipped}${failed}\n`,
        hasPassed: failures.length === 0 && counts.passed > 0,
      };
    },
  };
}
