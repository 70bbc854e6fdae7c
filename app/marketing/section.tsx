import type { ReactNode } from "react";
import { href } from "react-router";
import { type CallToActionCopy, CONTACT_LABEL } from "~/content/marketing/home";
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

/** The end of a page: a question, and the way to the contact form. `children`: more buttons. */
export function CallToAction({
  title,
  text,
  children,
}: CallToActionCopy & { children?: ReactNode }) {
  return (
    <section aria-labelledby="call-to-action" className="wrap py-16 sm:py-24">
      <div className="stitch-above grid gap-8 pt-12 md:grid-cols-[1fr_auto] md:items-center">
        <div>
          <h2 id="call-to-action" className="text-heading">
            {title}
          </h2>
          <p className="mt-3 max-w-xl text-ink-soft">{text}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={href("/contact")}>{CONTACT_LABEL}</ButtonLink>
          {children}
        </div>
      </div>
    </section>
  );
}
