import type { ReactNode } from "react";

/** A bordered surface that groups one topic. */
export function Card({
  id,
  className = "",
  children,
}: {
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className={`card ${className}`}>
      {children}
    </section>
  );
}
