import type { ReactNode } from "react";

/** A surface that holds one subject. */
export function Card({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <section className={`rounded-card border border-line bg-surface p-6 sm:p-7 ${className}`}>
      {children}
    </section>
  );
}
