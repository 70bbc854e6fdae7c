import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon";

/**
 * A message about what just happened: `success` is quiet, anything else a danger. Scrolls into view when it
 * mounts, so unmount it while a form is pending.
 */
export function Alert({
  type,
  hasFocus = false,
  children,
}: {
  type: string;
  /** Focuses the alert on mount, for when the focused element was removed. */
  hasFocus?: boolean;
  children: ReactNode;
}) {
  const isError = type !== "success";
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, [hasFocus]);
  return (
    <div
      ref={box}
      data-alert
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the result of the form that was just submitted
      autoFocus={hasFocus}
      role={isError ? "alert" : "status"}
      className={`alert ${isError ? "alert-error" : "alert-success"}`}
    >
      <Icon className="mt-0.5">
        <circle cx="10" cy="10" r="8.5" />
        <path d={isError ? "M10 5.5V11m0 3v.5" : "m6 10.5 3 3 5-6"} />
      </Icon>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
