import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * Does for a page that comes without a new document what the browser does for a document: its title is read
 * out, and the focus goes to it, unless something in it has taken the focus for itself. Stands behind the
 * page, so that its effects run after the page's own.
 */
export function RouteAnnouncer() {
  const { pathname, key } = useLocation();
  const [title, setTitle] = useState("");
  const shown = useRef({ pathname, key });
  const focusedBefore = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs as one page gives way to another
  useLayoutEffect(
    () => () => {
      focusedBefore.current = document.activeElement;
    },
    [pathname],
  );
  useEffect(() => {
    const { activeElement, body, title: shownTitle } = document;
    const main = document.getElementById("main");
    const isNew = shown.current.pathname !== pathname;
    // Not for the page that came with the document: there the browser begins at the top.
    const isSent = shown.current.key !== key;
    shown.current = { pathname, key };
    if (isNew) setTitle(shownTitle);
    const isTaken = activeElement !== focusedBefore.current && main?.contains(activeElement);
    // Within a page the focus is only caught where what had it is gone.
    if (isNew ? !isTaken : isSent && activeElement === body) {
      main?.focus({ preventScroll: true });
    }
  }, [pathname, key]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
