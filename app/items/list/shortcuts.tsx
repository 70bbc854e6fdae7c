import { useEffect, useState } from "react";
import { shortcuts } from "~/content/items";
import { readLocalStorage, writeLocalStorage } from "~/ui/local-store";
import { Modal } from "~/ui/modal";
import { NEW_ITEM_INPUT_ID } from "../item-form";

const OFF_KEY = "shortcuts-off";
const EDITABLE = "input:not([type=checkbox]), textarea, select, dialog, [popover]";
const ROWS = ".item-rows > li";
const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const currentRow = () => document.activeElement?.closest(ROWS);
const inRow = (selector: string) => currentRow()?.querySelector<HTMLElement>(selector);

/** Key, description, action and target: a shortcut focuses or clicks an element of the page. */
const SHORTCUTS = [
  ["n", shortcuts.add, "focus", () => find(`#${NEW_ITEM_INPUT_ID}`)],
  ["/", shortcuts.search, "focus", () => find("#search-items")],
  ["ArrowDown", shortcuts.next, "focus", () => findAdjacentRow(1)],
  ["ArrowUp", shortcuts.previous, "focus", () => findAdjacentRow(-1)],
  ["e", shortcuts.edit, "click", () => inRow("button.item-name")],
  ["x", shortcuts.select, "click", () => inRow(".item-check") ?? find(".select-link")],
  ["Delete", shortcuts.delete, "click", () => inRow(".icon-bin")],
  ["z", shortcuts.undo, "click", () => find(".undo")],
] as const;

/** The row after or before the focused one; the first row if nothing is focused. */
function findAdjacentRow(offset: 1 | -1) {
  const row = currentRow();
  if (!row && (offset < 0 || document.activeElement !== document.body)) return null;
  const rows = Array.from(document.querySelectorAll(ROWS));
  const next = rows[row ? rows.indexOf(row) + offset : 0];
  return next?.querySelector<HTMLElement>(".item-check, .item-name");
}

function runShortcut(event: KeyboardEvent) {
  const isHeld = event.repeat && !event.key.startsWith("Arrow");
  if (isHeld || readLocalStorage(OFF_KEY) !== null) return;
  const [, , method, getTarget] = SHORTCUTS.find(([key]) => key === event.key) ?? [];
  const element = getTarget?.();
  if (!method || !element) return;
  event.preventDefault();
  element[method]();
}

/** The list's keyboard shortcuts, and the dialog that explains and disables them (WCAG 2.1.4). */
export function Shortcuts() {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(EDITABLE);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?") setIsSheetOpen(true);
      else runShortcut(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <div className="shortcut-hint">
      <button type="button" className="link" onClick={() => setIsSheetOpen(true)}>
        {shortcuts.title}
      </button>{" "}
      <kbd>?</kbd>
      {isSheetOpen ? (
        <Modal title={shortcuts.title} onClose={() => setIsSheetOpen(false)}>
          <ul className="shortcut-sheet">
            {SHORTCUTS.map(([key, description]) => (
              <li key={key}>
                <kbd>{key.replace("ArrowDown", "↓").replace("ArrowUp", "↑")}</kbd> {description}
              </li>
            ))}
          </ul>
          <label className="mt-6 flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              defaultChecked={readLocalStorage(OFF_KEY) === null}
              onChange={({ target: { checked } }) =>
                writeLocalStorage(OFF_KEY, checked ? null : "true")
              }
            />
            {shortcuts.enable}
          </label>
        </Modal>
      ) : null}
    </div>
  );
}
