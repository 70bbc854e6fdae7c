import { Form, Link } from "react-router";
import { site } from "~/content/site";

const ITEM = "block w-full rounded-control px-4 py-2.5 text-left hover:bg-sunken";

/** Logo and menu: "Menu" for guests, "Account" for signed-in users. */
export function SiteHeader({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <header className="sticky top-0 z-10 border-line border-b bg-page">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between px-6">
        <Link to="/" className="font-bold text-xl tracking-tight">
          {site.name}
        </Link>
        <details className="relative">
          <summary className="flex min-h-11 cursor-pointer list-none items-center rounded-control px-4 font-semibold hover:bg-sunken">
            {isSignedIn ? "Account" : "Menu"}
          </summary>
          <nav
            aria-label={isSignedIn ? "Account" : "Menu"}
            className="absolute right-0 mt-2 w-56 rounded-card border border-line bg-surface p-2 shadow-lg"
          >
            {isSignedIn ? <AccountMenu /> : <GuestMenu />}
          </nav>
        </details>
      </div>
    </header>
  );
}

function GuestMenu() {
  return (
    <ul>
      <li>
        <Link to="/pricing" className={ITEM}>
          Pricing
        </Link>
      </li>
      <li>
        <Link to="/auth/signin" className={ITEM}>
          Sign in
        </Link>
      </li>
    </ul>
  );
}

function AccountMenu() {
  return (
    <ul>
      <li>
        <Link to="/dashboard" className={ITEM}>
          Dashboard
        </Link>
      </li>
      <li>
        <Form method="post" action="/auth/signout">
          <button type="submit" className={ITEM}>
            Sign out
          </button>
        </Form>
      </li>
    </ul>
  );
}
