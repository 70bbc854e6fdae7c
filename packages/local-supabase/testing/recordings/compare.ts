import type { Difference } from "./differences.ts";
import type { Entry } from "./recorder.ts";

/** The fields that differ between two responses, e.g. "status" or "response.user.email". */
export function findDifferingFields(recorded: Entry, actual: Entry): string[] {
  return compareFields("", recorded, actual);
}

function compareFields(path: string, one: unknown, other: unknown): string[] {
  if (isFields(one) && isFields(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].flatMap((name) =>
      compareFields(path ? `${path}.${name}` : name, one[name], other[name]),
    );
  }
  return JSON.stringify(one) === JSON.stringify(other) ? [] : [path];
}

/** Arrays are compared by index, so that a difference has a path. */
function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** True when `difference` covers this field of this step. */
export function isExpected(difference: Difference, step: string, field: string): boolean {
  const { steps, fields } = difference;
  return steps.includes(step) && fields.some((own) => field === own || field.startsWith(`${own}.`));
}
