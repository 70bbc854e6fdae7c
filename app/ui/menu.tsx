import type { ReactNode } from "react";

/**
 * A menu button with a native popover: opens without scripts, closes on Escape or an outside click. Closing after a
 * selection: behaviors/after-parse.ts.
 */
export function Menu({
  label,
  id,
  icon,
  children,
}: {
  /** Accessible name of button and menu. */
  label: string;
  id: string;
  /** Shown before the label in the button. */
  icon?: ReactNode;
  /** The entries: in each `li` an element of class `menu-entry`. */
  children: ReactNode;
}) {
  return (
    <>
      <button type="button" popoverTarget={id} className="menu-button flex">
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
