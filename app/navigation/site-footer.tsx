import { Link } from "react-router";
import { site } from "~/content/site";

/** The foot of every page. */
export function SiteFooter() {
  return (
    <footer className="border-line border-t bg-sunken text-ink-soft">
      <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-2 px-6 py-8 text-sm">
        <span>© {site.name}</span>
        <Link to="/auth/signin" className="hover:text-ink">
          Sign in
        </Link>
        <Link to="/pricing" className="hover:text-ink">
          Pricing
        </Link>
      </div>
    </footer>
  );
}
