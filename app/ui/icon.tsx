import type { ReactNode } from "react";

/**
 * A drawing of 20 × 20 units in the color of the text. Decorative: the text next to it carries the meaning.
 */
export function Icon({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      width="1.25rem"
      height="1.25rem"
      className={`flex-none ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
    >
      {children}
    </svg>
  );
}
