import { Form, href, Link, useLocation } from "react-router";
import { brand } from "~/content/brand";
import {
  accountMenu,
  dashboardLink,
  header,
  signInLink,
  studioLinks,
  submenus,
} from "~/content/navigation";

const MENU_ID = "site-menu";
const QUIET_LINK =
  "flex min-h-11 items-center whitespace-nowrap rounded-control px-2.5 font-medium hover:bg-sunken hover:text-accent sm:px-3.5";
/** Items of the guest menu have less padding in the bar than in the popover. */
const BAR_ITEM = "menu-entry min-[64rem]:px-3.5 min-[64rem]:py-2.5";

/**
 * Logo, theme toggle and menu: "Menu" and a sign-in link for guests, "Account" for signed-in users. `email`:
 * "" for an account without one, undefined for guests. Links to pages without React are plain anchors.
 */
export function SiteHeader({ email }: { email: string | undefined }) {
  return (
    <header className="page-header @container border-line border-b bg-page">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-1 py-2 sm:gap-2">
        <a
          href="/"
          className="mr-auto flex min-h-11 items-center gap-2.5 font-semibold text-xl tracking-[-0.02em]"
        >
          <LogoMark className="size-8" />
          <span className="@max-[23rem]:sr-only">{brand.name}</span>
        </a>
        {email === undefined ? <GuestMenu /> : <AccountMenu email={email} />}
      </div>
    </header>
  );
}

/** Returns a function: the `aria-current` of a link, "page" if it leads to the page that is shown. */
function useAriaCurrent() {
  const { pathname } = useLocation();
  return (to: string) => (to === pathname ? "page" : undefined);
}

/** A bar on wide screens, a popover on narrow ones. */
function GuestMenu() {
  const ariaCurrent = useAriaCurrent();
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        className="menu-button order-last flex min-[64rem]:hidden"
      >
        {header.menu}
      </button>
      <nav
        id={MENU_ID}
        popover="auto"
        aria-label={header.menu}
        className="menu-panel min-[64rem]:popover-in-flow"
      >
        <ul className="min-[64rem]:flex min-[64rem]:items-center">
          {submenus.map((submenu, index) => (
            <li key={submenu.title}>
              <Submenu {...submenu} id={`${MENU_ID}-${index}`} />
            </li>
          ))}
          {studioLinks.map(({ label, to }) => (
            <li key={to}>
              <a href={to} aria-current={ariaCurrent(to)} className={BAR_ITEM}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ThemeToggle />
      <a
        href={signInLink.to}
        aria-current={ariaCurrent(signInLink.to)}
        className={`min-[64rem]:-mr-3.5 ${QUIET_LINK}`}
      >
        {signInLink.label}
      </a>
    </>
  );
}

/** A submenu in the bar; in the popover its entries are inline and indented. */
function Submenu({ id, title, links }: (typeof submenus)[number] & { readonly id: string }) {
  const ariaCurrent = useAriaCurrent();
  return (
    <>
      <p className="px-4 py-3 font-medium min-[64rem]:hidden">{title}</p>
      <button
        type="button"
        popoverTarget={id}
        className={`${BAR_ITEM} hidden items-center gap-2 min-[64rem]:flex`}
      >
        {title}
        <span aria-hidden="true" className="chevron" />
      </button>
      <ul
        id={id}
        popover="auto"
        aria-label={title}
        className="menu-panel max-[64rem]:popover-in-flow min-[64rem]:[position-area:bottom_span-right]"
      >
        {links.map(({ label, to }) => (
          <li key={to} className="max-[64rem]:pl-4">
            <a href={to} aria-current={ariaCurrent(to)} className="menu-entry">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The dashboard link beside the menu is hidden on the narrowest screens. */
function AccountMenu({ email }: { email: string }) {
  const ariaCurrent = useAriaCurrent();
  return (
    <>
      <ThemeToggle />
      <Link
        to={dashboardLink.to}
        prefetch="intent"
        aria-current={ariaCurrent(dashboardLink.to)}
        className={`@max-[30rem]:hidden ${QUIET_LINK}`}
      >
        {dashboardLink.label}
      </Link>
      <button type="button" popoverTarget={MENU_ID} className="menu-button flex">
        <span>{header.account}</span>
        <span aria-hidden="true" className="chevron" />
      </button>
      {/* Closing after a selection: ui/behaviors/after-parse.ts. */}
      <nav id={MENU_ID} popover="auto" aria-label={header.account} className="menu-panel">
        <ul>
          {email ? (
            <li className="border-line border-b px-4 pt-2 pb-3 text-sm">
              <span className="block text-ink-soft">{header.signedInAs}</span>
              <bdi className="wrap-anywhere font-medium">{email}</bdi>
            </li>
          ) : null}
          {accountMenu.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                prefetch="intent"
                viewTransition
                aria-current={ariaCurrent(to)}
                className="menu-entry"
              >
                {label}
              </Link>
            </li>
          ))}
          <li>
            <Form method="post" action={href("/auth/signout")}>
              <button type="submit" className="menu-entry">
                {header.signOut}
              </button>
            </Form>
          </li>
        </ul>
      </nav>
    </>
  );
}

function ThemeToggle() {
  return (
    <button
      type="button"
      data-theme-switch
      title={header.theme}
      aria-label={header.toggleTheme}
      className="needs-script grid size-[44px] flex-none place-items-center rounded-control hover:bg-sunken"
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
        <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M10 2.5a7.5 7.5 0 0 1 0 15z" fill="currentColor" />
      </svg>
    </button>
  );
}

/** The logo: a woven thread in the shape of an S. */
export function LogoMark({ className = "size-8" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      // Without its stylesheet, the page would show the logo as large as the screen.
      width={32}
      height={32}
      className={className}
      fill="none"
    >
      <path d={brand.logoPath} className="stroke-accent" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}
