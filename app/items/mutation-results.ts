import { itemResults } from "~/content/items";
import type { FormResult } from "~/forms/form-result";
import { MAX_SELECTED } from "./item";
import { parseDeletedItems } from "./optimistic";

/**
 * Adds a result to those that are not dismissed, of which the last is shown. Keeps the newest only, except that
 * deletions add up, and that failures with typed or deleted text stay. A success without undo shows nothing.
 */
export function addResult<Result extends FormResult>(
  results: readonly Result[],
  added: Result,
): readonly Result[] {
  if (added.status === "success" && !added.values) return results;
  const previous = results.at(-1);
  const combined = previous ? combineDeletions(previous, added) : added;
  return [...results.filter(hasUnsavedText), combined];
}

function hasUnsavedText({ status, values }: FormResult): boolean {
  return status === "error" && (values?.name ?? values?.items) !== undefined;
}

/** One result that undoes both deletions, up to the limit of an undo form; `added` for anything else. */
function combineDeletions<Result extends FormResult>(previous: Result, added: Result): Result {
  if (!isDeletion(previous) || !isDeletion(added)) return added;
  const items = [previous, added].flatMap(({ values }) => parseDeletedItems(values?.items));
  if (items.length > MAX_SELECTED) return added;
  const values = { ...added.values, items: JSON.stringify(items) };
  return { ...added, message: itemResults.deleted(items), values };
}

function isDeletion({ status, values }: FormResult): boolean {
  return status === "success" && values?.intent === "restore";
}
