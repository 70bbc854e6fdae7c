import { type ReactNode, useEffect, useRef } from "react";

const KINDS = {
  error: { look: "alert-error", sign: "M10 5.5V11m0 3v.5" },
  success: { look: "alert-success", sign: "m6 10.5 3 3 5-6" },
} as const;

/**
 * A message about what just happened: `error` is a danger alert, anything else a success. It scrolls
 * into view when it appears, so take it away while a form is pending.
 */
export function Alert({
  type,
  hasFocus = false,
  children,
}: {
  type: string;
  /** Takes the focus when it appears: what had the focus before is gone. */
  hasFocus?: boolean;
  children: ReactNode;
}) {
  const isError = type === "error";
  const { look, sign } = isError ? KINDS.error : KINDS.success;
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
      // biome-ignore lint/a11y/noAutofocus: the answer to what the visitor has just sent
      autoFocus={hasFocus}
      role={isError ? "alert" : "status"}
      className={`alert ${look}`}
    >
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="mt-0.5 size-5 flex-none"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      >
        <circle cx="10" cy="10" r="8.5" />
        <path d={sign} />
      </svg>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
