import type { ReactNode } from "react";

/** A band of a page: one subject, the site's width, the site's vertical rhythm. */
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

/** The head of a page: its only h1 and a lead. */
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
