/**
 * `npm test`: runs all checks in two lanes, and ends with the output of what failed and a one-line summary.
 */
import os from "node:os";
import { runTests } from "./runner/runner.ts";
import { createSteps, type Step } from "./runner/steps.ts";

/** With one worker per core; Vitest leaves one core idle, which is half of a machine with two. */
const vitest = (project: string): Step => ({
  name: project,
  command: ["vitest", "run", `--project=${project}`, `--maxWorkers=${os.availableParallelism()}`],
});

await runTests("reports", async (runner) => {
  const steps = createSteps(runner);
  const last: Step[] = [
    { name: "lint", command: ["npm", "run", "--silent", "lint"] },
    { name: "fuzz", command: ["node", "tests/fuzz/fuzz.ts"] },
  ];
  const runLane = async (...own: readonly Step[]) => {
    await steps.run(...own);
    for (let step = last.shift(); step; step = last.shift()) await steps.run(step);
  };
  // Two lanes, each with two processes: together they keep two cores busy. The first to finish takes what is
  // left.
  await Promise.all([
    runLane(
      { name: "build", command: ["npm", "run", "--silent", "build"] },
      { name: "browser", command: ["node", "tests/run-e2e.ts"] },
    ),
    runLane(
      // On two cores, checking in parallel costs half as much CPU time again.
      {
        name: "types",
        command: ["npm", "run", "--silent", "typecheck", "--", "--singleThreaded"],
      },
      vitest("unit"),
      vitest("worker"),
      vitest("operations"),
    ),
  ]);
  const { text, hasPassed } = steps.summarize();
  process.stdout.write(text);
  return hasPassed ? 0 : 1;
});
