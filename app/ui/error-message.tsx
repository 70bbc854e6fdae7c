import type { ReactNode } from "react";
import { ButtonLink, TextLink } from "./button";

interface WayOn {
  readonly to: string;
  readonly label: string;
}

/** For the visitor of a page that does not exist, or cannot be shown. */
export const HOME: WayOn = { to: "/", label: "Home page" };

/** A full-page message and the way on: to the home page, or `next`. `links`: other ways. */
export function ErrorMessage({
  title,
  next = HOME,
  links = [],
  children,
}: {
  title: ReactNode;
  next?: WayOn;
  links?: readonly WayOn[];
  children?: ReactNode;
}) {
  return (
    <div className="wrap grid grid-cols-1 items-center gap-x-16 gap-y-8 py-16 sm:py-28 lg:grid-cols-2">
      <div className="grid grid-cols-1 justify-items-start gap-8">
        <h1 className="text-heading wrap-anywhere">{title}</h1>
        {children}
        <p className="flex flex-wrap items-center gap-x-6 gap-y-6">
          <ButtonLink to={next.to}>{next.label}</ButtonLink>
          <span className="flex flex-wrap gap-x-6">
            {links.map(({ to, label }) => (
              <TextLink key={to} to={to}>
                {label}
              </TextLink>
            ))}
          </span>
        </p>
      </div>
      {/* A file, not an inline SVG: few pages show it, but all would include it in their bundle. */}
      <img
        src="/marks/dropped-thread.svg"
        alt=""
        width={309}
        height={108}
        className="w-full max-w-100 lg:max-w-none"
      />
    </div>
  );
}
