import { site } from "~/content/site";
import { studio } from "~/content/studio";
import { LogoMark } from "~/ui/logo";

const COLUMNS = [
  {
    title: "Studio",
    links: [
      { label: "About", to: "/about" },
      { label: "Contact", to: "/contact" },
      { label: "FAQ", to: "/faq" },
    ],
  },
  {
    title: "Products",
    links: [
      { label: "POFlow", to: "/poflow" },
      { label: "Sign in", to: "/auth/signin" },
    ],
  },
  {
    title: "Small print",
    links: [
      { label: "Terms", to: "/legal/terms-of-service" },
      { label: "Privacy", to: "/legal/privacy-policy" },
    ],
  },
  { title: "Elsewhere", links: studio.social.map(({ name, href }) => ({ label: name, to: href })) },
] as const;

/** The footer of every page. Its links lead to pages without React, so they are plain. */
export function SiteFooter() {
  return (
    <>
      <div className="stitch" />
      <div className="wrap grid gap-10 py-14 md:grid-cols-[1.2fr_2fr]">
        <div>
          <a href="/" className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg">
            <LogoMark className="size-7" />
            {site.name}
          </a>
          <p className="mt-2 max-w-60 text-ink-soft">
            Software with a finished edge, made by a small studio.
          </p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
          {COLUMNS.map(({ title, links }) => (
            <div key={title}>
              <h2 className="font-semibold tracking-normal">{title}</h2>
              <ul className="mt-2">
                {links.map(({ label, to }) => (
                  <li key={to}>
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
    </>
  );
}
