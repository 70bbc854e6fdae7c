import { brand } from "~/content/brand";
import {
  accountFooterLinks,
  footer,
  footerAccountLinks,
  footerColumns,
  type NavigationLink,
} from "~/content/navigation";
import { studio } from "~/content/studio";
import { LogoMark } from "./site-header";

const BUILD_YEAR = new Date(__BUILT_AT__).getUTCFullYear();

export function SiteFooter() {
  return (
    <>
      <div className="stitch" />
      <div className="footer-body wrap grid gap-10 pt-14 md:grid-cols-[1.2fr_2fr]">
        <div>
          <a href="/" className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg">
            <LogoMark className="size-7" />
            {brand.name}
          </a>
          <p className="mt-2 max-w-60 text-balance text-ink-soft">{studio.tagline}</p>
          <FooterLinks links={footerAccountLinks} className="mt-2" />
        </div>
        <nav aria-label={footer.label} className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
          {footerColumns.map(({ title, links }) => (
            <div key={title}>
              <h2 className="font-semibold tracking-normal">{title}</h2>
              <FooterLinks links={links} className="mt-2" />
            </div>
          ))}
        </nav>
      </div>
      <div className="footer-end wrap flex flex-wrap items-center gap-x-6 pt-10 pb-12 text-ink-soft">
        <p>
          © {BUILD_YEAR} {brand.name}
        </p>
        <div className="footer-account hidden">
          <FooterLinks links={accountFooterLinks} className="flex gap-x-6" />
        </div>
      </div>
    </>
  );
}

function FooterLinks({
  links,
  className,
}: {
  links: readonly NavigationLink[];
  className: string;
}) {
  return (
    <ul className={className}>
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
  );
}
