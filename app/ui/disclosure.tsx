import type { ReactNode } from "react";

/** A question that opens by itself: plus when closed, minus when open, independent of its neighbours. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group border-line border-b">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-6 py-6 text-subheading hover:text-accent">
        <h2 className="text-inherit leading-snug tracking-[-0.015em]">{summary}</h2>
        <span className="plus-minus" aria-hidden="true" />
      </summary>
      <div className="grid max-w-2xl gap-4 pb-8 text-ink-soft">{children}</div>
    </details>
  );
}
