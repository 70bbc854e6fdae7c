import { type ReactNode, useLayoutEffect, useRef } from "react";

/**
 * A toast; calls `onTimeout` after 12 seconds without hover, focus or keyboard navigation
 * (styles/controls.css). Returns the focus to where it was when the toast closes.
 */
export function Toast({ onTimeout, children }: { onTimeout?: () => void; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const previousFocus = useRef<EventTarget>(null);
  useLayoutEffect(() => {
    const toast = box.current;
    return () => {
      const { current: previous } = previousFocus;
      if (!toast?.contains(document.activeElement)) return;
      if (previous instanceof HTMLElement) previous.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={box}
      aria-label="Notification"
      className={onTimeout ? "toast toast-timed" : "toast"}
      onAnimationEnd={onTimeout}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
      }}
    >
      {children}
    </section>
  );
}
