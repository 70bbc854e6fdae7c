import { useEffect, useRef } from "react";

/** The heading of a page within the frame for signing in. */
export function AuthTitle({
  hasFocus = false,
  children,
}: {
  /** Takes the focus when it appears: the form that had it has given way. */
  hasFocus?: boolean;
  children: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
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
