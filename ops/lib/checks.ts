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

export type CheckResult = ReturnType<typeof toResult>;

/** "?" for what cannot be checked, so that setup must not change it. */
export function toResult(status: "✓" | "✗" | "?", name: string, text = "") {
  return { status, line: `${status} ${name}${text && `: ${text}`}` };
}

/** Checks a resource. Never rejects. */
export async function checkResource({ name, read }: Resource, target: Target) {
  try {
    const { problems, detail } = await read(target);
    const found = problems.filter(Boolean);
    if (found.length === 0) return toResult("✓", name, detail);
    return toResult(
      "✗",
      name,
      found.length === 1 ? String(found[0]) : ["", ...found].join("\n    "),
    );
  } catch (error) {
    return toResult("?", name, describeError(error));
  }
}
