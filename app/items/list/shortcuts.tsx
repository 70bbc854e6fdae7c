import { useEffect, useState } from "react";
import { readStored, writeStored } from "~/ui/local-store";
import { Modal } from "~/ui/modal";
import { NEW_ITEM_INPUT_ID } from "../item-form";

const OFF_KEY = "shortcuts-off";
const EDITABLE = "input:not([type=checkbox]), textarea, select, dialog, [popover]";
const ROWS = ".item-rows > li";
const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const currentRow = () => document.activeElement?.closest(ROWS);
const inRow = (selector: string) => currentRow()?.querySelector<HTMLElement>(selector);

/** What each key focuses or clicks: it can do no more than the page does. */
const SHORTCUTS = [
  ["n", "Add an item", "focus", () => find(`#${NEW_ITEM_INPUT_ID}`)],
  ["/", "Search", "focus", () => find("#search-items")],
  ["ArrowDown", "Next item", "focus", () => findAdjacentRow(1)],
  ["ArrowUp", "Previous item", "focus", () => findAdjacentRow(-1)],
  ["e", "Edit the item", "click", () => inRow("button.item-name")],
  ["x", "Select items", "click", () => inRow(".item-check") ?? find(".select-link")],
  ["Delete", "Delete the item", "click", () => inRow(".icon-bin")],
  ["z", "Undo", "click", () => find(".toast:last-child .undo")],
] as const;

/** The row beside the one with the focus; from the top of the page, the first one. */
function findAdjacentRow(by: 1 | -1) {
  const row = currentRow();
  if (!row && (by < 0 || document.activeElement !== document.body)) return null;
  const rows = Array.from(document.querySelectorAll(ROWS));
  const next = rows[row ? rows.indexOf(row) + by : 0];
  return next?.querySelector<HTMLElement>(".item-check, .item-name");
}

function runShortcut(event: KeyboardEvent) {
  const isHeld = event.repeat && !event.key.startsWith("Arrow");
  if (isHeld || readStored(OFF_KEY) !== null) return;
  const [, , act, target] = SHORTCUTS.find(([key]) => key === event.key) ?? [];
  const element = target?.();
  if (!act || !element) return;
  event.preventDefault();
  element[act]();
}

/** The list's keyboard shortcuts, with the sheet that explains them and turns them off (WCAG 2.1.4). */
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
        Keyboard shortcuts
      </button>{" "}
      <kbd>?</kbd>
      {isSheetOpen ? (
        <Modal title="Keyboard shortcuts" onClose={() => setIsSheetOpen(false)}>
          <ul className="shortcut-sheet">
            {SHORTCUTS.map(([key, does]) => (
              <li key={key}>
                <kbd>{key}</kbd> {does}
              </li>
            ))}
          </ul>
          <label className="mt-6 flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              defaultChecked={readStored(OFF_KEY) === null}
              onChange={({ target: { checked } }) => writeStored(OFF_KEY, checked ? null : "true")}
            />
            Use single keys as shortcuts
          </label>
        </Modal>
      ) : null}
    </div>
  );
}
