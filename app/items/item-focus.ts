/** Where the focus goes in the list. Rows can hold it, so that it has a place when their buttons go. */
import { itemElementId } from "./item";

/** The field that adds an item; the focus's place in a list without rows. */
export const NEW_ITEM_FIELD = "new-item";
export const NEW_ITEM_FORM = "new-item-form";
/** The dashboard with the form of a new item in the page. */
export const NEW_ITEM_PAGE = "/dashboard?item=new";

/** Puts the focus on an item's row, where it is in the list. */
export function focusItem(id: string): void {
  document.getElementById(itemElementId(id))?.focus({ preventScroll: true });
}

/**
 * Before items go, which are named in the list's order: moves the focus from their rows, or from the bar of the
 * selection, to the next row that stays, or to the one before them.
 */
export function focusBeside(ids: readonly string[]): void {
  const going = new Set(ids.map(itemElementId));
  const holder = document.activeElement?.closest(".item-row, .selection-bar");
  if (!holder || (holder.matches(".item-row") && !going.has(holder.id))) return;
  const last = document.getElementById([...going].at(-1) ?? "");
  const neighbour =
    findStaying(last, "nextElementSibling", going) ??
    findStaying(last, "previousElementSibling", going);
  const place = neighbour ?? document.getElementById(NEW_ITEM_FIELD);
  // Once React has drawn: focusing makes the browser lay out the page, and then it does so once.
  queueMicrotask(() => place?.focus({ preventScroll: true }));
}

/** The nearest row in one direction that can hold the focus and is not in `going`. */
function findStaying(
  from: Element | null,
  direction: "nextElementSibling" | "previousElementSibling",
  going: ReadonlySet<string>,
): HTMLElement | undefined {
  let row = from?.[direction];
  while (row && (row.id === "" || going.has(row.id))) row = row[direction];
  return row instanceof HTMLElement ? row : undefined;
}
