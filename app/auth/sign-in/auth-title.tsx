import { useLayoutEffect, useRef } from "react";

/** The heading of an auth page. */
export function AuthTitle({
  hasFocus = false,
  children,
}: {
  /** Takes the focus when it replaces a form that had it. */
  hasFocus?: boolean;
  children: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Runs before the browser paints, so that focus is never lost.
  useLayoutEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  return (
    <h1 ref={heading} tabIndex={hasFocus ? -1 : undefined} className="text-feature outline-none">
      {children}
    </h1>
  );
}
