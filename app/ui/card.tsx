import type { ReactNode } from "react";

/** A bordered surface that groups one topic. */
export function Card({ className = "", children }: { className?: string; children: ReactNode }) {
  return <section className={`card ${className}`}>{children}</section>;
}
