import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useMatches, useRevalidator } from "react-router";
import { OnDemand } from "~/ui/on-demand";
import { forgetPages, isFromMemory, openPage } from "./page-memory";

const loadFetchAhead = () => import("./fetch-ahead.client");

/** A check that is over by then is not worth a word. Milliseconds. */
const PATIENCE_MS = 300;

/**
 * The pages of the account area. One that is shown from memory is marked as old while the server is asked; without
 * a connection that waits for one. Leaving the area forgets all of them.
 */
export function CheckedPage({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const data = useMatches().at(-1)?.loaderData;
  const isOld = isFromMemory(data);
  const { revalidate } = useRevalidator();
  const isLate = useIsLate(isOld);
  useEffect(() => {
    openPage(pathname + search);
  }, [pathname, search]);
  useEffect(
    () => () => {
      openPage("");
      forgetPages();
    },
    [],
  );
  useEffect(() => {
    // By the data, so that each of two old pages after each other is checked.
    if (!isFromMemory(data)) return;
    const check = () => void revalidate();
    if (navigator.onLine) check();
    window.addEventListener("online", check);
    return () => window.removeEventListener("online", check);
  }, [data, revalidate]);
  return (
    <div className="checked-page" aria-busy={isOld || undefined}>
      <p role="status" className="checked-page-note">
        {isLate ? "As it was a while ago. Checking for changes…" : null}
      </p>
      {children}
      <Ahead />
    </div>
  );
}

/** What fetches pages ahead is fetched itself with the first link that is pointed at or focused. */
function Ahead() {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null);
  const [isWanted, setIsWanted] = useState(false);
  if (link && !isWanted) setIsWanted(true);
  useEffect(() => {
    const enter = ({ target }: Event) => {
      setLink(target instanceof Element ? target.closest("a") : null);
    };
    document.addEventListener("pointerover", enter);
    document.addEventListener("focusin", enter);
    return () => {
      document.removeEventListener("pointerover", enter);
      document.removeEventListener("focusin", enter);
    };
  }, []);
  return isWanted ? (
    <OnDemand load={loadFetchAhead}>{({ FetchAhead }) => <FetchAhead link={link} />}</OnDemand>
  ) : null;
}

function useIsLate(isOld: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isOld) return;
    const timer = window.setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => {
      window.clearTimeout(timer);
      setIsLate(false);
    };
  }, [isOld]);
  return isLate;
}
