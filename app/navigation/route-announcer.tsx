import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * Announces client-side navigation to screen readers and moves focus to the main element, unless the new page
 * has focused something itself. Must be rendered after the page, so that its effects run after the page's.
 */
export function RouteAnnouncer() {
  const { pathname, key } = useLocation();
  const [title, setTitle] = useState("");
  const previous = useRef({ pathname, key });
  const focusedBefore = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useLayoutEffect(
    () => () => {
      focusedBefore.current = document.activeElement;
    },
    [pathname],
  );
  useEffect(() => {
    const { activeElement, body, title: shownTitle } = document;
    const main = document.getElementById("main");
    const isNew = previous.current.pathname !== pathname;
    // Skips the initial page load, which the browser handles.
    const isNavigation = previous.current.key !== key;
    previous.current = { pathname, key };
    if (isNew) setTitle(shownTitle);
    const hasFocusMoved = activeElement !== focusedBefore.current && main?.contains(activeElement);
    // Within a page, focus is restored only if the focused element was removed.
    if (isNew ? !hasFocusMoved : isNavigation && activeElement === body) {
      main?.focus({ preventScroll: true });
    }
  }, [pathname, key]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
