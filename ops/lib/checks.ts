/** The parts of an environment, as `npm run doctor` and `npm run setup:cloud` read them. */
import { describeError } from "./http.ts";
import type { Target } from "./target.ts";

/** A part of an environment: `npm run doctor` reads it, `npm run setup:cloud` writes it. */
export interface Resource {
  readonly name: string;
  /**
   * Compares it with what the repository says, and returns a detail. Throws a `Finding` when something is missing or
   * differs; any other error means that it cannot tell, or that the resource belongs to another project.
   */
  readonly read: (target: Target) => Promise<string>;
  /** Creates or corrects it; repeating it is safe. Absent when only a person can. */
  readonly write?: (target: Target) => Promise<void>;
}

/** Something is missing or differs. */
export class Finding extends Error {
  override name = "Finding";
}

/** Throws a finding if there are problems; several are indented lines. */
export function assertNoProblems(problems: readonly (string | false | undefined)[]): void {
  const lines = problems.filter(Boolean);
  if (lines.length > 1) throw new Finding(lines.map((line) => `\n    ${line}`).join(""));
  if (lines[0]) throw new Finding(lines[0]);
}

export interface CheckResult {
  /** "?" when it cannot be checked, so that setup must not change it. */
  readonly status: "✓" | "✗" | "?";
  /** With status and name. */
  readonly line: string;
}

/** Checks a resource. Never rejects. */
export async function checkResource(
  { name, read }: Resource,
  target: Target,
): Promise<CheckResult> {
  try {
    return { status: "✓", line: `✓ ${name}: ${await read(target)}` };
  } catch (error) {
    const status = error instanceof Finding ? "✗" : "?";
    return { status, line: `${status} ${name}: ${describeError(error)}` };
  }
}
