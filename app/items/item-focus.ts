/** Where the focus goes in the list. Rows can hold it, so that it has a place when their buttons go. */
import { itemElementId } from "./item";

/** The field that adds an item; the focus's place in a list without rows. */
export const NEW_ITEM_FIELD = "new-item";

/** Puts the focus on an item's row, where it is in the list. */
export function focusItem(id: string): void {
  document.getElementById(itemElementId(id))?.focus({ preventScroll: true });
}

/** The rows on the page, in its order. */
export function listRows(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>(".item-row[id]"));
}

/**
 * Before items go: moves the focus from their rows, or from the bar of the selection, to the next row that
 * stays, or to the one before them.
 */
export function focusBeside(ids: readonly string[]): void {
  const going = new Set(ids.map(itemElementId));
  const rows = listRows();
  const { activeElement } = document;
  const holder = activeElement?.closest(".item-row, .selection-bar");
  if (!holder || (holder.matches(".item-row") && !going.has(holder.id))) return;
  const last = rows.findLastIndex((row) => going.has(row.id));
  const stays = (row: HTMLElement) => !going.has(row.id);
  const neighbour = rows.slice(last).find(stays) ?? rows.slice(0, last).findLast(stays);
  const place = neighbour ?? document.getElementById(NEW_ITEM_FIELD);
  place?.focus({ preventScroll: true });
}
