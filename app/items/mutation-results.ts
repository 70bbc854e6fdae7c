import type { FormResult, FormSuccess } from "~/forms/form-result";
import { describeItems, MAX_SELECTED, parseDeletedItems } from "./item";

/**
 * Adds a result to those that are not dismissed, of which the last is shown. Keeps the newest only, except
 * that deletions add up, and that failures with typed or deleted text stay. A success without undo shows
 * nothing.
 */
export function addResult<Result extends FormResult>(
  results: readonly Result[],
  added: Result,
): readonly Result[] {
  if (added.status === "success" && !added.undo) return results;
  const previous = results.at(-1);
  if (!previous || !isDeletion(previous) || !isDeletion(added)) {
    return [...results.filter(hasUnsavedText), added];
  }
  const items = [previous, added].flatMap(({ undo }) => parseDeletedItems(undo?.items));
  // Too many for one undo form: the previous one shows again afterwards.
  if (items.length > MAX_SELECTED) return [...results, added];
  const undo = { ...added.undo, items: JSON.stringify(items) };
  const message = `Deleted ${describeItems(items)}`;
  return [...results.slice(0, -1), { ...added, message, undo }];
}

function isDeletion(result: FormResult): result is FormSuccess {
  return result.status === "success" && result.undo?.intent === "restore";
}

function hasUnsavedText({ status, values }: FormResult): boolean {
  return status === "error" && (values?.name ?? values?.items) !== undefined;
}

/** Returns a function that runs tasks one after another, also after one that failed; its promise is the task's. */
export function createSerialQueue(): (task: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
