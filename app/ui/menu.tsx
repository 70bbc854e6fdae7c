import type { ReactNode } from "react";

/** Class of the header button that opens a menu. */
export const MENU_BUTTON_CLASS = "menu-button";

/** Class of a menu entry: a link or a form's button. */
export const MENU_ENTRY_CLASS = "menu-entry";

export interface MenuProps {
  /** Accessible name of button and menu. */
  label: string;
  id: string;
  /** Shown before the label in the button. */
  icon?: ReactNode;
  /** The entries, each an `li` with the class `MENU_ENTRY_CLASS`. */
  children: ReactNode;
}

/**
 * A menu button with a native popover: opens without scripts, closes on Escape or an outside click. Closing after a
 * selection: behaviors/after-parse.ts.
 */
export function Menu({ label, id, icon, children }: MenuProps) {
  return (
    <>
      <button type="button" popoverTarget={id} className={`flex ${MENU_BUTTON_CLASS}`}>
        {icon}
        {label}
        <span aria-hidden="true" className="chevron" />
      </button>
      <nav id={id} popover="auto" aria-label={label} className="menu-panel">
        <ul>{children}</ul>
      </nav>
    </>
  );
}
