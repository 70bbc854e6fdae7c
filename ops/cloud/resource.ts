/** A part of an environment: `npm run doctor` reads it, `npm run setup:cloud` writes it. */
import type { Check } from "../doctor/checks.ts";
import type { Target } from "../lib/target.ts";

export interface Resource {
  readonly name: string;
  /** Compares it with what the repository says. */
  readonly read: Check<Target>;
  /** Creates or corrects it; repeating it is safe. Absent when only a person can. */
  readonly write?: (target: Target) => Promise<void>;
  /** The site works without it, so setup goes on when it could not look. */
  readonly isOptional?: boolean;
}

/** The Worker's name without the environment, e.g. "selvedge": marks what this project owns in shared accounts. */
export function getProjectName({ worker, environment }: Target): string {
  return worker.slice(0, -environment.length - 1);
}
