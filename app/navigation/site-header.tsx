import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { brand } from "~/content/brand";
import { MENU_BUTTON, MENU_ENTRY, Menu } from "~/ui/menu";

const MENU_ID = "site-menu";
const PRODUCTS_ID = "products-menu";
/** Beside the menu, as quiet as an entry of the bar. */
const QUIET_LINK = "quiet-link";
/** In the guests' bar the items have less padding than in the panel. */
const BAR_ITEM = `${MENU_ENTRY} min-[64rem]:px-3.5 min-[64rem]:py-2.5`;

/** Whoever is signed in. */
export interface HeaderUser {
  /** "" where the account has none. */
  readonly email: string;
  /** Of the address; "" where it has none. */
  readonly initials: string;
}

/**
 * Logo, theme switch and menu: "Menu" for guests, "Account" for signed-in users, and beside it the way in.
 * Links to pages without React are plain.
 */
export function SiteHeader({ member }: { member: HeaderUser | undefined }) {
  return (
    <div className="wrap flex min-h-16 flex-wrap items-center gap-1 py-2 sm:gap-2">
      <a href="/" className="home-link">
        <LogoMark className="size-8" />
        <span className="max-[23rem]:sr-only">{brand.name}</span>
      </a>
      {member ? <AccountMenu {...member} /> : <GuestMenu />}
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
        className={`order-last flex min-[64rem]:hidden ${MENU_BUTTON}`}
      >
        Menu
      </button>
      <nav
        id={MENU_ID}
        popover="auto"
        aria-label="Menu"
        className="menu-panel min-[64rem]:popover-in-flow"
      >
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

/** A popover of the bar; in the panel its entries are always shown, indented. */
function ProductsMenu() {
  return (
    <>
      <p className="px-4 py-3 font-medium min-[64rem]:hidden">Products</p>
      <button
        type="button"
        popoverTarget={PRODUCTS_ID}
        className={`${BAR_ITEM} hidden items-center gap-2 min-[64rem]:flex`}
      >
        Products
        <span aria-hidden="true" className="chevron" />
      </button>
      <ul
        id={PRODUCTS_ID}
        popover="auto"
        aria-label="Products"
        className="menu-panel menu-panel-left max-[64rem]:popover-in-flow"
      >
        <li className="max-[64rem]:pl-4">
          <a href="/poflow" className={MENU_ENTRY}>
            POFlow
          </a>
        </li>
        <li className="max-[64rem]:pl-4">
          <a href="/broodbook" className={MENU_ENTRY}>
            broodbook
          </a>
        </li>
      </ul>
    </>
  );
}

/** On the narrowest phones the menu's first entry is the only way to the dashboard. */
function AccountMenu({ email, initials }: HeaderUser) {
  return (
    <>
      <ThemeSwitch />
      <Link to="/dashboard" prefetch="intent" className={`max-[30rem]:hidden ${QUIET_LINK}`}>
        Dashboard
      </Link>
      <Menu label="Account" id={MENU_ID} mark={<Initials text={initials} />}>
        {email ? (
          <li className="border-line border-b px-4 pt-2 pb-3 text-sm">
            <span className="block text-ink-soft">Signed in as</span>
            <bdi className="wrap-anywhere font-medium">{email}</bdi>
          </li>
        ) : null}
        <li>
          <Link to="/dashboard" prefetch="intent" viewTransition className={MENU_ENTRY}>
            Dashboard
          </Link>
        </li>
        <li>
          <Link to="/settings/general" prefetch="intent" viewTransition className={MENU_ENTRY}>
            Settings
          </Link>
        </li>
        <li>
          <Form method="post" action="/auth/signout">
            <button type="submit" className={MENU_ENTRY}>
              Sign out
            </button>
          </Form>
        </li>
      </Menu>
    </>
  );
}

/** Whose account the menu is about, at a glance. On the narrowest phones there is no room. */
function Initials({ text }: { text: string }) {
  return text ? (
    <span aria-hidden="true" className="initials">
      {text}
    </span>
  ) : null;
}

function ThemeSwitch() {
  return (
    <button
      type="button"
      data-theme-switch
      title="Light or dark"
      aria-label="Switch between light and dark"
      className="needs-script theme-switch"
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
        <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M10 2.5a7.5 7.5 0 0 1 0 15z" fill="currentColor" />
      </svg>
    </button>
  );
}

/** The mark: a weft that turns at both edges of the cloth and so draws an S. */
export function LogoMark({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className} fill="none">
      <path d={brand.logoPath} className="stroke-accent" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}

/**
 * One or two letters that stand for the owner of an address, in capitals: "ann.example@…" gives "AE". Empty
 * where the address has no letter or digit before its "@".
 */
export function getInitials(email: string): string {
  const [localPart = ""] = email.split("@");
  const words = localPart.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? "");
  return letters.join("").toLocaleUpperCase("en-US");
}
