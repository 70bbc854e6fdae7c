import type { ReactNode } from "react";
import { href } from "react-router";
import { type CallToActionCopy, CONTACT_LABEL, EXAMPLES } from "~/content/marketing/home";
import { remainingPlaceholders } from "~/content/studio";
import { ButtonLink } from "~/ui/button";

/**
 * A full-width section with the site's margins and vertical spacing. `label`: its name where it has no
 * `title`.
 */
export function Section({
  id,
  title,
  label = title,
  lead,
  className = "",
  children,
}: {
  id?: string;
  title?: string;
  label?: string;
  lead?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-label={label} className={`py-14 sm:py-24 ${className}`}>
      <div className="wrap">
        {title ? <h2 className="max-w-3xl text-heading">{title}</h2> : null}
        {lead ? <p className="mt-5 max-w-2xl text-ink-soft text-lead">{lead}</p> : null}
        <div>{children}</div>
      </div>
    </section>
  );
}

/** Says that the clients are invented, as long as they are. */
export function ExamplesNote() {
  return remainingPlaceholders.some((what) => what.includes("client")) ? (
    <p className="mt-4 text-ink-soft">{EXAMPLES}</p>
  ) : null;
}

/** Short texts side by side, each under a heading. */
export function Points({
  points,
  heading: Heading,
}: {
  points: readonly { readonly title: string; readonly text: string }[];
  heading: "h2" | "h3";
}) {
  return (
    <ul className="grid gap-10 md:grid-cols-3">
      {points.map(({ title, text }) => (
        <li key={title}>
          <Heading className="text-subheading">{title}</Heading>
          <p className="mt-3 text-ink-soft lg:pe-5">{text}</p>
        </li>
      ))}
    </ul>
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
