import type { ReactNode } from "react";
import { MENU_BUTTON, MENU_ENTRY } from "~/ui/menu";
import { MENU_ID, QUIET_LINK, ThemeSwitch } from "./site-header";

/** In the guests' bar the items have less padding than in the panel. */
const BAR_ITEM = `${MENU_ENTRY} min-[64rem]:px-3.5 min-[64rem]:py-2.5`;

/** What guests have at the end of the header: a bar where there is room, a popover behind the button where there is not. */
export function GuestMenu() {
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        className={`order-last flex min-[64rem]:hidden ${MENU_BUTTON}`}
      >
        Menu
      </button>
      <nav id={MENU_ID} popover="auto" aria-label="Menu" className="menu-panel menu-panel-of-bar">
        <ul className="min-[64rem]:flex min-[64rem]:items-center">
          <BarEntry to="/portfolio">Portfolio</BarEntry>
          <li>
            <ProductsMenu />
          </li>
          <BarEntry to="/pricing">Pricing</BarEntry>
          <BarEntry to="/about">About</BarEntry>
          <BarEntry to="/faq">FAQ</BarEntry>
          <BarEntry to="/contact">Contact</BarEntry>
        </ul>
      </nav>
      <ThemeSwitch />
      <a href="/auth/signin" className={`min-[64rem]:-mr-3.5 ${QUIET_LINK}`}>
        Sign in
      </a>
    </>
  );
}

function BarEntry({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <a href={to} className={BAR_ITEM}>
        {children}
      </a>
    </li>
  );
}

function ProductsMenu() {
  return (
    <details data-submenu className="relative">
      <summary
        className={`${BAR_ITEM} flex cursor-pointer list-none items-center justify-between gap-2`}
      >
        Products
        <span className="plus-minus scale-75" aria-hidden="true" />
      </summary>
      <ul className="submenu-panel">
        <li>
          <a href="/poflow" className={MENU_ENTRY}>
            POFlow
          </a>
        </li>
        <li>
          <a href="/broodbook" className={MENU_ENTRY}>
            broodbook
          </a>
        </li>
      </ul>
    </details>
  );
}
