import { brand } from "~/content/brand";
import { studio } from "~/content/studio";
import { LogoMark } from "./site-header";

interface FooterLink {
  readonly label: string;
  readonly to: string;
  /** For whom it is: the document's session mark decides (styles/components.css). Everyone, where it is left out. */
  readonly audience?: "for-guests" | "for-users";
}

const COLUMNS: readonly { readonly title: string; readonly links: readonly FooterLink[] }[] = [
  {
    title: "Studio",
    links: [
      { label: "Portfolio", to: "/portfolio" },
      { label: "Pricing", to: "/pricing" },
      { label: "About", to: "/about" },
      { label: "FAQ", to: "/faq" },
      { label: "Contact", to: "/contact" },
    ],
  },
  {
    title: "Products",
    links: [
      { label: "POFlow", to: "/poflow" },
      { label: "broodbook", to: "/broodbook" },
      { label: "Sign in", to: "/auth/signin", audience: "for-guests" },
      { label: "Dashboard", to: "/dashboard", audience: "for-users" },
    ],
  },
  {
    title: "Legal",
    links: [
      { label: "Terms", to: "/legal/terms-of-service" },
      { label: "Privacy", to: "/legal/privacy-policy" },
    ],
  },
  { title: "Follow us", links: studio.social.map(({ name, href }) => ({ label: name, to: href })) },
];

const BUILT_IN = new Date(__BUILT_AT__).getUTCFullYear();

/** The footer of every page. Its links lead to pages without React, so they are plain. */
export function SiteFooter() {
  return (
    <>
      <div className="stitch" />
      <div className="footer-body wrap grid gap-10 pt-14 md:grid-cols-[1.2fr_2fr]">
        <div className="footer-brand">
          <a href="/" className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg">
            <LogoMark className="size-7" />
            {brand.name}
          </a>
          <p className="mt-2 max-w-60 text-balance text-ink-soft">{studio.tagline}</p>
        </div>
        <nav
          aria-label="Footer"
          className="footer-links grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4"
        >
          {COLUMNS.map(({ title, links }) => (
            <div key={title}>
              <h2 className="font-semibold tracking-normal">{title}</h2>
              <ul className="mt-2">
                {links.map(({ label, to, audience }) => (
                  <li key={to} className={audience}>
                    <a
                      href={to}
                      className="inline-flex min-h-9 items-center text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                    >
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <p className="footer-end wrap pt-10 pb-12 text-ink-soft">
        © {BUILT_IN} {brand.name}
      </p>
    </>
  );
}
