/** Checks of `npm run doctor` and `npm run setup:cloud`: what they return, throw and print. */
import { describeError } from "../lib/http.ts";
import type { Target } from "../lib/target.ts";

/**
 * Returns a detail when everything is as wanted. Throws a `Finding` when something is missing or differs; any other
 * error means that it could not look. Read-only.
 */
export type Check<Subject> = (subject: Subject) => Promise<string>;

/** A part of an environment: `npm run doctor` reads it, `npm run setup:cloud` writes it. */
export interface Resource {
  readonly name: string;
  /** Compares it with what the repository says. */
  readonly read: Check<Target>;
  /** Creates or corrects it; repeating it is safe. Absent when only a person can. */
  readonly write?: (target: Target) => Promise<void>;
  /** The site works without it, so setup goes on when it could not look. */
  readonly isOptional?: boolean;
}

/** Something is missing or differs. */
export class Finding extends Error {
  override name = "Finding";
}

/** A resource with our name that belongs to another project. It must not be changed. */
export class ForeignResource extends Finding {
  override name = "ForeignResource";
}

/** Throws a finding if there are problems; several are indented lines. */
export function assertNoProblems(problems: readonly (string | false | undefined)[]): void {
  const lines = problems.filter(Boolean);
  if (lines.length > 1) throw new Finding(lines.map((line) => `\n    ${line}`).join(""));
  if (lines[0]) throw new Finding(lines[0]);
}

/** Turns an error of `validate` into a finding. */
export function assertValid(validate: () => unknown): void {
  try {
    validate();
  } catch (error) {
    throw new Finding(describeError(error));
  }
}

export interface Reading {
  /** "?" when it could not look. */
  readonly mark: "✓" | "✗" | "?";
  /** With mark and name. */
  readonly line: string;
  /** True when the resource belongs to another project. */
  readonly isForeign: boolean;
}

/** Runs a check. Never rejects. */
export async function runCheck<Subject>(
  name: string,
  check: Check<Subject>,
  subject: Subject,
): Promise<Reading> {
  try {
    return { mark: "✓", line: `✓ ${name}: ${await check(subject)}`, isForeign: false };
  } catch (error) {
    const mark = error instanceof Finding ? "✗" : "?";
    const reason = mark === "?" ? `could not look: ${describeError(error)}` : describeError(error);
    const isForeign = error instanceof ForeignResource;
    return { mark, line: `${mark} ${name}: ${reason}`, isForeign };
  }
}
