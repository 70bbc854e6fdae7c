import type { ReactNode } from "react";
import { ButtonLink } from "./button";

/** A full-page message with one way on: to the home page, or `next`. */
export function ErrorMessage({
  title,
  next = { to: "/", label: "Back to the home page" },
  children,
}: {
  title: ReactNode;
  next?: { readonly to: string; readonly label: string };
  children?: ReactNode;
}) {
  return (
    <div className="wrap grid grid-cols-1 justify-items-start gap-8 py-20 sm:py-28">
      {/* A file, not an inline SVG: few pages show it, but all would include it in their bundle. */}
      <img
        src="/marks/dropped-thread.svg"
        alt=""
        width={320}
        height={120}
        className="w-full max-w-80"
      />
      <h1 className="max-w-3xl text-heading wrap-anywhere">{title}</h1>
      {children}
      <ButtonLink to={next.to}>{next.label}</ButtonLink>
    </div>
  );
}
