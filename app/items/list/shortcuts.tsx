import { useEffect, useState } from "react";
import { Modal } from "~/ui/modal";
import { NEW_ITEM_FIELD } from "../item-form";

type Target = HTMLElement | null | undefined;
const find = (selector: string): Target => document.querySelector<HTMLElement>(selector);
const currentRow = () => document.activeElement?.closest(".item-rows > li");
const inRow = (selector: string): Target => currentRow()?.querySelector<HTMLElement>(selector);

/** What each key does: it focuses or clicks something on the page, so it can do no more than the page does. */
const SHORTCUTS: readonly (readonly [string, string, "focus" | "click", () => Target])[] = [
  ["n", "Add an item", "focus", () => find(`#${NEW_ITEM_FIELD}`)],
  ["/", "Search", "focus", () => find("#search-items")],
  ["ArrowDown", "Next item", "focus", () => neighbor(1)],
  ["ArrowUp", "Previous item", "focus", () => neighbor(-1)],
  ["e", "Edit the item", "click", () => inRow("button.item-name")],
  ["x", "Select items", "click", () => inRow(".item-check") ?? find(".select-link")],
  ["Delete", "Delete the item", "click", () => inRow(".icon-bin")],
  ["z", "Undo", "click", () => find(".toast:last-child .undo")],
];

/** The row beside the one with the focus; from the top of the page, the first one. */
function neighbor(by: 1 | -1): Target {
  const rows = Array.from(document.querySelectorAll(".item-rows > li"));
  const row = currentRow();
  if (!row && (by < 0 || document.activeElement !== document.body)) return null;
  return rows[row ? rows.indexOf(row) + by : 0]?.querySelector<HTMLElement>(
    ".item-check, .item-name",
  );
}

const WRITABLE = "input:not([type=checkbox]), textarea, select, dialog, [popover]";
const OFF_KEY = "shortcuts-off";

/** The list's keyboard shortcuts, with the sheet that explains them and turns them off (WCAG 2.1.4). */
export function Shortcuts() {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(WRITABLE);
      const isHeld = event.repeat && !event.key.startsWith("Arrow");
      if (isElsewhere || isHeld || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?") return setIsSheetOpen(true);
      const [, , act, target] = SHORTCUTS.find(([key]) => key === event.key) ?? [];
      const element = localStorage.getItem(OFF_KEY) === null ? target?.() : null;
      if (!act || !element) return;
      event.preventDefault();
      element[act]();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <p className="shortcut-hint">
      <button type="button" className="link" onClick={() => setIsSheetOpen(true)}>
        Keyboard shortcuts
      </button>{" "}
      <kbd>?</kbd>
      {isSheetOpen ? <Sheet onClose={() => setIsSheetOpen(false)} /> : null}
    </p>
  );
}

function Sheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcut-sheet">
        {SHORTCUTS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key.replace("ArrowDown", "↓").replace("ArrowUp", "↑")}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          defaultChecked={localStorage.getItem(OFF_KEY) === null}
          onChange={({ target }) =>
            target.checked
              ? localStorage.removeItem(OFF_KEY)
              : localStorage.setItem(OFF_KEY, "true")
          }
        />
        Use single keys as shortcuts
      </label>
    </Modal>
  );
}
