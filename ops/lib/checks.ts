/** The parts of an environment, as `npm run doctor` and `npm run setup:cloud` read them. */
import { describeError } from "./http.ts";
import type { Target } from "./target.ts";

/** A part of an environment: `npm run doctor` reads it, `npm run setup:cloud` writes it. */
export interface Resource {
  readonly name: string;
  /** Compares it with what the repository says. Throws when it cannot tell, or when it belongs to another project. */
  readonly read: (target: Target) => Promise<Reading>;
  /** Creates or corrects it; repeating it is safe. Absent when only a person can. */
  readonly write?: (target: Target) => Promise<void>;
}

export interface Reading {
  /** What is missing or differs. */
  readonly problems: readonly (string | false | undefined)[];
  /** Shown when there are no problems. */
  readonly detail?: string | undefined;
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
    const { problems, detail } = await read(target);
    const found = problems.filter(Boolean);
    if (found.length === 0) return { status: "✓", line: `✓ ${name}${detail ? `: ${detail}` : ""}` };
    const text = found.length === 1 ? found[0] : ["", ...found].join("\n    ");
    return { status: "✗", line: `✗ ${name}: ${text}` };
  } catch (error) {
    return { status: "?", line: `? ${name}: ${describeError(error)}` };
  }
}
