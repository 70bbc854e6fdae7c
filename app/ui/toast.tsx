import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/** Milliseconds. */
const DURATION_MS = 12_000;

/**
 * A toast; calls `onTimeout` after 12 seconds. The timer pauses while the toast is hovered or focused, while
 * the page is hidden and during keyboard navigation. Returns the focus to where it was when the toast closes.
 */
export function Toast({ onTimeout, children }: { onTimeout?: () => void; children: ReactNode }) {
  const [isHovered, setIsHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const box = useRef<HTMLElement>(null);
  const previousFocus = useRef<EventTarget>(null);
  useLayoutEffect(() => {
    const toast = box.current;
    return () => {
      const { current: previous } = previousFocus;
      const shouldRestoreFocus = toast?.contains(document.activeElement);
      if (shouldRestoreFocus && previous instanceof HTMLElement) {
        previous.focus({ preventScroll: true });
      }
    };
  }, []);
  const isPaused = isHovered || hasFocus;
  const finish = useEffectEvent(() => onTimeout?.());
  useEffect(() => {
    if (isPaused) return;
    let timer: number | undefined;
    const start = () => {
      window.clearTimeout(timer);
      if (document.hidden) return;
      timer = window.setTimeout(() => (isTabbing() ? start() : finish()), DURATION_MS);
    };
    start();
    document.addEventListener("visibilitychange", start);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", start);
    };
  }, [isPaused]);
  return (
    <section
      ref={box}
      aria-label="Notification"
      className="toast"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHasFocus(true);
        if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
      }}
      onBlur={() => setHasFocus(false)}
    >
      {children}
    </section>
  );
}

/** Keyboard users may pass many rows on the way to the toast. */
function isTabbing(): boolean {
  return document.querySelector(":is(a, button):focus-visible") !== null;
}
