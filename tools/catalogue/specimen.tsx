import type { ReactNode } from "react";

/** A component's name, and under it its states. */
export function Component({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="grid gap-4 border-line border-t py-8">
      <h2 className="text-subheading">{name}</h2>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </section>
  );
}

/** One state of a component. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-2 text-ink-soft text-sm">{name}</p>
      <div className="relative">{children}</div>
    </div>
  );
}
