import type { ReactNode } from "react";
import { callToAction } from "~/content/marketing/home";
import { ButtonLink } from "~/ui/button";

/** A full-width section of a page with the site's margins and vertical spacing. */
export function Section({
  id,
  labelledBy,
  className = "",
  children,
}: {
  id?: string;
  labelledBy?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={`py-16 sm:py-24 ${className}`}>
      <div className="wrap">{children}</div>
    </section>
  );
}

/** Page heading: the h1 and a lead paragraph. */
export function PageHead({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="wrap pt-14 pb-12 sm:pt-24 sm:pb-16">
      <h1 className="max-w-4xl text-title">{title}</h1>
      {lead ? <p className="mt-6 max-w-2xl text-ink-soft text-lead">{lead}</p> : null}
      {children}
    </header>
  );
}

/** Closing call to action: links to the contact form and the portfolio. */
export function CallToAction({ hasPortfolioLink = true }: { hasPortfolioLink?: boolean }) {
  return (
    <section aria-labelledby="call-to-action" className="pt-16 pb-20 sm:pt-24 sm:pb-28">
      <div className="wrap">
        <div className="stitch" />
        <div className="grid gap-8 pt-14 md:grid-cols-[1fr_auto] md:items-end">
          <div>
            <h2 id="call-to-action" className="text-title">
              {callToAction.title}
            </h2>
            <p className="mt-5 max-w-xl text-ink-soft text-lead">{callToAction.text}</p>
          </div>
          <div className="flex flex-wrap gap-3 md:justify-end">
            <ButtonLink to="/contact">{callToAction.contact}</ButtonLink>
            {hasPortfolioLink ? (
              <ButtonLink to="/portfolio" variant="secondary">
                {callToAction.work}
              </ButtonLink>
            ) : null}
          </div>
        </div>
      </div>
    </section>
  );
}
