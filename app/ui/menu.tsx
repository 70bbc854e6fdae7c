import type { ReactNode } from "react";

/** The button at the end of the header that opens a menu. */
export const MENU_BUTTON = "menu-button";

/** An entry of a menu: a link, or the button of a form. */
export const MENU_ENTRY = "menu-entry";

export interface MenuProps {
  /** Names the button and the menu. */
  label: string;
  id: string;
  /** Before the label in the button. */
  mark?: ReactNode;
  /** The entries, each an `li` with a `MENU_ENTRY`. */
  children: ReactNode;
}

/**
 * A button and the menu that hangs from it: a native popover, so it opens without scripts, and Escape or a
 * press elsewhere closes it. closing after a choice: behaviours/after-parse.ts.
 */
export function Menu({ label, id, mark, children }: MenuProps) {
  return (
    <>
      <button type="button" popoverTarget={id} className={`flex ${MENU_BUTTON}`}>
        {mark}
        {label}
        <span aria-hidden="true" className="chevron" />
      </button>
      <nav id={id} popover="auto" aria-label={label} className="menu-panel">
        <ul>{children}</ul>
      </nav>
    </>
  );
}
