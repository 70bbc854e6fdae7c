import { type ReactNode, useEffect, useEffectEvent, useState } from "react";

/** Long enough to read it and to find its button. Milliseconds. */
const DURATION_MS = 12_000;

/**
 * Says what was just done, for 12 seconds where it is given `onTimeUp`. The time stands still while the pointer or the
 * focus is on it, and while the page is not seen.
 */
export function Toast({
  onTimeUp: onTimeout,
  children,
}: {
  onTimeUp?: () => void;
  children: ReactNode;
}) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = isPointedAt || hasFocus;
  const finish = useEffectEvent(() => onTimeout?.());
  useEffect(() => {
    if (isHeld) return;
    let timer: number | undefined;
    const start = () => {
      window.clearTimeout(timer);
      if (!document.hidden) timer = window.setTimeout(() => finish(), DURATION_MS);
    };
    start();
    document.addEventListener("visibilitychange", start);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", start);
    };
  }, [isHeld]);
  return (
    <section
      aria-label="Just done"
      className="toast"
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      {children}
    </section>
  );
}

/**
 * The place at the bottom of the window where toasts stand. It is there before them, as screen readers
 * announce only what comes into a region that they know.
 */
export function ToastRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="toast-region">
      {children}
    </div>
  );
}
