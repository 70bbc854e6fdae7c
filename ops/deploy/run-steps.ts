/** Steps one after the other; a failure stops the rest. */

export interface Step {
  readonly name: string;
  /** What it does, as printed where it is only planned. */
  readonly plan: string;
  /** Left out of a dry run. */
  readonly needsAccount: boolean;
  /** Throws when the deploy must not go on. */
  readonly run: () => Promise<void>;
}

export interface StepOptions {
  readonly dryRun: boolean;
  readonly print: (line: string) => void;
}

/** Runs `steps` in order. Throws `Step "…" failed: …` for the first that fails; later ones never start. */
export async function runSteps(steps: readonly Step[], options: StepOptions): Promise<void> {
  const { dryRun, print } = options;
  for (const [index, step] of steps.entries()) {
    const heading = `[${index + 1}/${steps.length}] ${step.name}`;
    if (dryRun && step.needsAccount) {
      print(`${heading}: would run ${step.plan}`);
      continue;
    }
    print(heading);
    try {
      await step.run();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Step "${step.name}" failed: ${reason}`, { cause: error });
    }
  }
}
