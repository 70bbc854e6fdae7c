import type { ReactNode } from "react";

/** A surface that holds one subject. */
export function Card({ className = "", children }: { className?: string; children: ReactNode }) {
  return <section className={`card ${className}`}>{children}</section>;
}
