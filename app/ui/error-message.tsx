import type { ReactNode } from "react";
import { failure } from "~/content/failure";
import { ButtonLink } from "./button";

/** A page that is only a message, and the way back. */
export function ErrorMessage({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="wrap grid justify-items-start gap-8 py-20 sm:py-28">
      <DroppedThread />
      <h1 className="max-w-3xl text-heading wrap-anywhere">{title}</h1>
      {children}
      <ButtonLink to="/">{failure.back}</ButtonLink>
    </div>
  );
}

/** Four rows of cloth; the third thread has slipped out. */
function DroppedThread() {
  return (
    <svg viewBox="0 0 320 120" aria-hidden="true" className="w-full max-w-80" fill="none">
      <path
        d="M20 6v108M48 6v108M76 6v108M104 6v108M132 6v108M160 6v108M188 6v108M216 6v108M244 6v108M272 6v108M300 6v108"
        className="stroke-line"
        strokeWidth="3"
      />
      <g strokeLinecap="round" strokeWidth="9">
        <path
          d="M10 24h300M10 48h300M10 96h300"
          className="stroke-line-strong"
          strokeDasharray="46 10"
        />
        <path d="M10 72h92c30 0 34 34 62 34s26-28 52-28 22 18 40 18" className="stroke-accent" />
      </g>
    </svg>
  );
}
