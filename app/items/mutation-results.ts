import type { FormResult } from "~/forms/form-result";

/**
 * Adds a result to those that are not dismissed, of which the last is shown. It replaces the others, except
 * failures with typed or deleted text. A success without undo shows nothing.
 */
export function addResult<Result extends FormResult>(results: readonly Result[], added: Result) {
  if (added.status === "success" && !added.undo) return results;
  return [...results.filter(hasUnsavedText), added];
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
