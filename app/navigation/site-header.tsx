import { Form, Link } from "react-router";
import { site } from "~/content/site";
import { LogoMark } from "~/ui/logo";

const MENU_ID = "site-menu";
const HEADER_BUTTON =
  "min-h-11 items-center gap-2.5 rounded-control border border-line-strong bg-surface px-3 font-semibold sm:px-4 hover:border-ink";
const PANEL_ITEM =
  "block w-full rounded-control px-4 py-3 text-left font-medium hover:bg-sunken hover:text-accent";
/** In the guests' bar the items have less padding than in the panel. */
const BAR_ITEM = `${PANEL_ITEM} min-[52rem]:px-3.5 min-[52rem]:py-2.5`;

/**
 * Logo, theme switch and menu: "Menu" for guests, "Account" for signed-in users. Links to pages without
 * React are plain.
 */
export function SiteHeader({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="wrap flex min-h-16 flex-wrap items-center gap-2 py-2">
      <a
        href="/"
        className="mr-auto flex min-h-11 items-center gap-2.5 font-semibold text-xl tracking-[-0.03em]"
      >
        <LogoMark className="size-8" />
        <span className={isSignedIn ? "max-[22.5rem]:sr-only" : undefined}>{site.name}</span>
      </a>
      {isSignedIn ? <AccountMenu /> : <GuestMenu />}
      <ThemeSwitch />
    </div>
  );
}

/** A bar where there is room, a popover behind the button where there is not. */
function GuestMenu() {
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        className={`flex min-[52rem]:hidden ${HEADER_BUTTON}`}
      >
        <MenuIcon />
        Menu
      </button>
      <nav id={MENU_ID} popover="auto" aria-label="Menu" className="menu-panel menu-panel-of-bar">
        <ul className="min-[52rem]:flex min-[52rem]:items-center">
          <li>
            <a href="/portfolio" className={BAR_ITEM}>
              Portfolio
            </a>
          </li>
          <li>
            <a href="/contact" className={BAR_ITEM}>
              Contact
            </a>
          </li>
          <li>
            <a href="/faq" className={BAR_ITEM}>
              FAQ
            </a>
          </li>
          <li>
            <ProductsMenu />
          </li>
        </ul>
      </nav>
    </>
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
      <ul className="pl-4 min-[52rem]:absolute min-[52rem]:top-full min-[52rem]:right-0 min-[52rem]:mt-2 min-[52rem]:w-60 min-[52rem]:rounded-card min-[52rem]:border min-[52rem]:border-line min-[52rem]:bg-surface min-[52rem]:p-2 min-[52rem]:shadow-lg">
        <li>
          <a href="/poflow" className={PANEL_ITEM}>
            POFlow
          </a>
        </li>
      </ul>
    </details>
  );
}

function AccountMenu() {
  return (
    <>
      <button type="button" popoverTarget={MENU_ID} className={`flex ${HEADER_BUTTON}`}>
        <MenuIcon />
        Account
      </button>
      <nav id={MENU_ID} popover="auto" aria-label="Account" className="menu-panel">
        <ul>
          <li>
            <Link to="/dashboard" prefetch="intent" viewTransition className={PANEL_ITEM}>
              Dashboard
            </Link>
          </li>
          <li>
            <Link to="/settings/general" prefetch="intent" viewTransition className={PANEL_ITEM}>
              Settings
            </Link>
          </li>
          <li>
            <Form method="post" action="/auth/signout">
              <button type="submit" className={PANEL_ITEM}>
                Sign out
              </button>
            </Form>
          </li>
        </ul>
      </nav>
    </>
  );
}

function ThemeSwitch() {
  return (
    <button
      type="button"
      data-theme-switch
      aria-label="Switch between light and dark"
      className="needs-script grid size-11 flex-none place-items-center rounded-control hover:bg-sunken"
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
        <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M10 2.5a7.5 7.5 0 0 1 0 15z" fill="currentColor" />
      </svg>
    </button>
  );
}

function MenuIcon() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-4" stroke="currentColor">
      <path d="M2 6h16M2 14h16" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
