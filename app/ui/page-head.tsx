import type { ReactNode } from "react";

/** Page heading: the h1, a lead paragraph, and what else belongs above the content. */
export function PageHead({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="wrap pt-14 pb-12 sm:pt-24 sm:pb-16">
      <h1 className="max-w-4xl text-title">{title}</h1>
      <p className="mt-6 max-w-2xl text-ink-soft text-lead empty:hidden">{lead}</p>
      {children}
    </header>
  );
}
