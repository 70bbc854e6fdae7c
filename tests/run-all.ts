/** `npm test`: runs all checks, cheapest first, and ends with the output of what failed and a one-line summary. */
import os from "node:os";
import { runTests } from "./support/runner.ts";
import { createSteps, type Step } from "./support/steps.ts";

/** With one worker per core; Vitest leaves one core idle, which is half of a machine with two. */
const vitest = (project: string): Step => ({
  name: project,
  command: ["vitest", "run", `--project=${project}`, `--maxWorkers=${os.availableParallelism()}`],
});

await runTests("reports", async (runner) => {
  const steps = createSteps(runner);
  await steps.run({ name: "lint", command: ["npm", "run", "--silent", "lint"] });
  await Promise.all([
    steps.run({ name: "types", command: ["npm", "run", "--silent", "typecheck"] }, vitest("unit")),
    steps.run({ name: "build", command: ["npm", "run", "--silent", "build"] }, vitest("worker"), {
      name: "fuzz",
      command: ["node", "tests/fuzz/fuzz.ts"],
    }),
  ]);
  await Promise.all([
    // Beside the browser: they mostly wait for wrangler.
    steps.run(vitest("operations")),
    steps.run({ name: "browser", command: ["node", "tests/run-e2e.ts"] }),
  ]);
  const { text, hasPassed } = steps.summarize();
  process.stdout.write(text);
  return hasPassed ? 0 : 1;
});
