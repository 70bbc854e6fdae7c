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
  // Before the browser paints, so that the focus is never lost.
  useLayoutEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  return (
    <h1
      ref={heading}
      tabIndex={hasFocus ? -1 : undefined}
      className="font-bold text-2xl outline-none"
    >
      {children}
    </h1>
  );
}
