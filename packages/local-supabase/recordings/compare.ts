import type { Difference } from "./differences.ts";
import type { Entry } from "./recorder.ts";

/** The fields in which two answers to one step differ, as "status" or "answer.user.email". */
export function differingFields(recorded: Entry, answered: Entry): string[] {
  return fieldsBelow("", recorded, answered);
}

function fieldsBelow(path: string, one: unknown, other: unknown): string[] {
  if (isFields(one) && isFields(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].flatMap((name) =>
      fieldsBelow(path ? `${path}.${name}` : name, one[name], other[name]),
    );
  }
  return JSON.stringify(one) === JSON.stringify(other) ? [] : [path];
}

/** Lists count as fields by their numbers, so that a difference names its place. */
function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Whether `difference` speaks of this field of this step. */
export function isKept(difference: Difference, step: string, field: string): boolean {
  const { steps, fields } = difference;
  return steps.includes(step) && fields.some((own) => field === own || field.startsWith(`${own}.`));
}
