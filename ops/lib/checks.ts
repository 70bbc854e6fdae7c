/** The parts of an environment, as `npm run doctor` and `npm run setup:cloud` read them. */
import { isDeepStrictEqual } from "node:util";
import { describeError } from "./http.ts";
import type { Target } from "./target.ts";

/** A part of an environment: `npm run doctor` reads it, `npm run setup:cloud` writes it. */
export interface Resource {
  readonly name: string;
  /**
   * Compares it with what the repository says. Throws when it cannot tell, or when it belongs to another
   * project.
   */
  readonly read: (target: Target) => Promise<{
    /** What is missing or differs. */
    readonly problems: readonly (string | false | undefined)[];
    /** Shown when there are no problems. */
    readonly detail?: string | undefined;
  }>;
  /** Creates or corrects it; repeating it is safe. Absent when only a person can. */
  readonly write?: (target: Target) => Promise<void>;
}

export type CheckResult = ReturnType<typeof toResult>;

/**
 * "?" for what cannot be checked, so that setup must not change it; "–" for what the account's plan lacks.
 */
export function toResult(status: "✓" | "✗" | "?" | "–", name: string, text = "") {
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

/**
 * Lines for the settings of `wanted` that differ in `current`, e.g. `mtls.sslmode is "require", not
 * "verify-full"`.
 */
export function findDifferences(wanted: object, current: unknown, prefix = ""): string[] {
  const found = new Map(Object.entries(current ?? {}));
  return Object.entries(wanted).flatMap(([name, value]) => {
    const actual: unknown = found.get(name);
    if (isTable(value)) return findDifferences(value, actual, `${prefix}${name}.`);
    if (isDeepStrictEqual(withoutOrder(actual), withoutOrder(value))) return [];
    return [`${prefix}${name} is ${JSON.stringify(actual)}, not ${JSON.stringify(value)}`];
  });
}

function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutOrder(value: unknown): unknown {
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value;
}
