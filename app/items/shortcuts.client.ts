/** The keyboard's shortcuts in the list. They press what is on the page, so they can do no more than it. */
import { readStored, writeStored } from "~/ui/local-store";
import { focusItem, NEW_ITEM_FIELD } from "./item-focus";

const OFF_KEY = "shortcuts-off";

/** What each key does, for people. */
export const SHORTCUTS: readonly (readonly [keys: string, does: string])[] = [
  ["n", "Add an item"],
  ["/", "Search"],
  ["↓ ↑", "Next item, previous item"],
  ["e", "Rename the item that has the focus"],
  ["x", "Select it, or no longer"],
  ["Delete", "Delete it"],
  ["z", "Undo"],
  ["?", "This list"],
];

/** Whether single keys do anything. Source: WCAG 2.2, 2.1.4: there must be a way to switch them off. */
export function areShortcutsOn(): boolean {
  return readStored(OFF_KEY) === null;
}

export function switchShortcuts(on: boolean): void {
  writeStored(OFF_KEY, on ? null : "true");
}

/** Does what the key says; `?` calls `showSheet`. */
export function pressKey(event: KeyboardEvent, showSheet: () => void): void {
  // A key that is held down walks on, and does nothing else again: Delete would take one row after the other.
  if (event.repeat && !event.key.startsWith("Arrow")) {
    // Enter would send the field that adds again, which is empty by now.
    if (event.key === "Enter" && isFieldThatAdds(event.target)) event.preventDefault();
    return;
  }
  const isModified = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
  if (isModified || event.defaultPrevented || isElsewhere(event.target)) return;
  if (event.key === "?") showSheet();
  else if (!areShortcutsOn() || !ACTIONS[event.key]?.()) return;
  event.preventDefault();
}

/** False where there is nothing to do, so that the key keeps its own meaning. */
type Act = () => boolean;

const ACTIONS: Readonly<Record<string, Act>> = {
  n: () => focusField(NEW_ITEM_FIELD),
  "/": () => focusField("search-items"),
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  e: () => press(".item-name"),
  x: () => press(".item-check"),
  Delete: () => press(".icon-bin"),
  z: () => click(document.querySelector(".toast .undo")),
};

function isFieldThatAdds(target: EventTarget | null): boolean {
  return target instanceof Element && target.id === NEW_ITEM_FIELD;
}

/** In a field keys write, and in a dialog or a menu they belong to it. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest("input:not([type=checkbox]), textarea, select, dialog, [popover]") !== null
  );
}

function focusField(id: string): boolean {
  const field = document.getElementById(id);
  field?.focus();
  return field !== null;
}

function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(".item-row[id]") ?? null;
}

/** From row to row; from outside the list only into its first row, if that is where the page begins. */
function step(by: 1 | -1): boolean {
  const rows = listRows();
  const current = currentRow();
  if (!current && document.activeElement !== document.body) return false;
  const next = current ? rows[rows.indexOf(current) + by] : by === 1 ? rows[0] : undefined;
  if (!next) return false;
  focusItem(next.id.slice("item-".length));
  next.scrollIntoView({ block: "nearest" });
  return true;
}

function press(selector: string): boolean {
  return click(currentRow()?.querySelector(selector) ?? null);
}

function click(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.click();
  return true;
}

/** The rows on the page, in its order. */
function listRows(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>(".item-row[id]"));
}
