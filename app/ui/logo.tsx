import { brand } from "~/content/brand";

/** The mark: a weft that turns at both edges of the cloth and so draws an S. */
export function LogoMark({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className} fill="none">
      <path d={brand.logoPath} className="stroke-accent" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}
