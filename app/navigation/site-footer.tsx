import { brand } from "~/content/brand";
import {
  accountFooterLinks,
  dashboardLink,
  footer,
  footerColumns,
  type NavigationLink,
  signInLink,
} from "~/content/navigation";
import { studio } from "~/content/studio";
import { LogoMark } from "./site-header";

const BUILD_YEAR = new Date(__BUILT_AT__).getUTCFullYear();

/** The footer of a plain page: links to all of the site. */
export function SiteFooter({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <footer className="bg-sunken text-sm">
      <div className="stitch" />
      <div className="wrap grid gap-10 py-14 max-sm:gap-5 max-sm:py-8 md:grid-cols-[1.2fr_2fr]">
        <div className="flex flex-wrap items-center justify-between content-start md:grid md:justify-start">
          <a
            href="/"
            className="inline-flex min-h-11 items-center gap-2.5 md:-mt-3.5 font-semibold text-lg"
          >
            <LogoMark className="size-7" />
            {brand.name}
          </a>
          <FooterLinks
            links={[isSignedIn ? dashboardLink : signInLink]}
            className="md:order-last"
          />
          <p className="mt-2 w-full text-ink-soft md:max-w-60 md:text-balance">{studio.tagline}</p>
          <Copyright className="my-2" />
        </div>
        <nav aria-label={footer.label} className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
          {footerColumns.map(({ title, links }) => (
            <div
              key={title}
              className="group max-sm:last:col-span-2 max-sm:last:flex max-sm:last:items-center max-sm:last:gap-6 max-sm:first:row-span-2"
            >
              <h2 className="font-semibold tracking-normal">{title}</h2>
              <FooterLinks
                links={links}
                className="sm:mt-2 max-sm:group-last:mt-0 max-sm:group-last:flex max-sm:group-last:gap-6"
              />
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}

/** The footer of a page that runs React: one line. */
export function CompactFooter() {
  return (
    <footer className="bg-sunken text-sm">
      <div className="stitch" />
      <div className="wrap flex flex-wrap items-center gap-x-6 py-2">
        <Copyright />
        <FooterLinks links={accountFooterLinks} className="flex gap-x-6" />
      </div>
    </footer>
  );
}

function Copyright({ className = "" }: { className?: string }) {
  return <p className={`text-ink-soft ${className}`}>{`© ${BUILD_YEAR} ${brand.name}`}</p>;
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
  );
}
