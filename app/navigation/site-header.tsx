import { memo } from "react";
import { Form, Link } from "react-router";
import { brand } from "~/content/brand";
import { LogoMark } from "~/ui/logo";
import { MENU_ENTRY, Menu } from "~/ui/menu";

/** Around the guests' menu, which the browser leaves as the server wrote it. */
export const GUEST_MENU_ID = "guest-menu";
export const MENU_ID = "site-menu";
/** Beside the menu, as quiet as an entry of the bar. */
export const QUIET_LINK = "quiet-link";
/** Whoever is signed in. */
export interface Member {
  /** "" where the account has none. */
  readonly email: string;
  /** Of the address; "" where it has none. */
  readonly initials: string;
}

/**
 * Logo, theme switch and menu: "Account" for signed-in users; for guests what `GuestMenu` has made, as HTML.
 * Links to pages without React are plain.
 */
export function SiteHeader({
  member,
  guestMenu,
}: {
  member: Member | undefined;
  guestMenu: string;
}) {
  return (
    <div className="wrap flex min-h-16 flex-wrap items-center gap-1 py-2 sm:gap-2">
      <a
        href="/"
        className="mr-auto flex min-h-11 items-center gap-2.5 font-semibold text-xl tracking-[-0.02em]"
      >
        <LogoMark className="size-8" />
        <span className="max-[23rem]:sr-only">{brand.name}</span>
      </a>
      {member ? <AccountMenu {...member} /> : <GuestMenuHtml html={guestMenu} />}
    </div>
  );
}

/** Drawn once: React would write the same HTML again, and the focus and an open menu in it would be lost. */
const GuestMenuHtml = memo(function GuestMenuHtml({ html }: { html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own rendering of GuestMenu
    <div id={GUEST_MENU_ID} className="contents" dangerouslySetInnerHTML={{ __html: html }} />
  );
});

/** On the narrowest phones the menu's first entry is the only way to the dashboard. */
function AccountMenu({ email, initials }: Member) {
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
    <span
      aria-hidden="true"
      className="-ml-1 grid size-7 place-items-center rounded-full bg-accent-soft text-accent-strong text-xs max-[22rem]:hidden"
    >
      {text}
    </span>
  ) : null;
}

export function ThemeSwitch() {
  return (
    <button
      type="button"
      data-theme-switch
      title="Light or dark"
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
