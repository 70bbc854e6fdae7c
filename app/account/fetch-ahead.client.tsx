import { useCallback, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { HOME_PATH } from "~/navigation/paths";
import { aheadAddress, isWorthLoadingAhead } from "./page-memory";

/** The pages with a memory (`createPageMemory`). Reading them changes nothing. */
const PATHS = [HOME_PATH, "/settings/general", "/settings/password", "/settings/devices"];
/** A pointer that passes by asks for nothing. Milliseconds. */
const INTENT_MS = 100;

/** Loads the data of the page that `link` leads to, the one pointed at or focused, so that a press does not wait for it. */
export function FetchAhead({ link }: { link: HTMLAnchorElement | null }) {
  const [path, setPath] = useState<string>();
  useEffect(() => {
    // Whoever saves data pays for what they press, not for what they point at.
    if (navigator.connection?.saveData) return;
    const isOurs = link?.origin === window.location.origin && link.search === "";
    if (!isOurs || !PATHS.includes(link.pathname)) return;
    const { pathname } = link;
    const timer = window.setTimeout(() => {
      if (isWorthLoadingAhead(pathname)) setPath(pathname);
    }, INTENT_MS);
    return () => window.clearTimeout(timer);
  }, [link]);
  const stop = useCallback(() => setPath(undefined), []);
  return path ? <Load key={path} path={path} onDone={stop} /> : null;
}

/** Gone once it is done: the router would load the data again after every change. */
function Load({ path, onDone }: { path: string; onDone: () => void }) {
  const { load } = useFetcher();
  useEffect(() => {
    void load(aheadAddress(path)).then(onDone);
  }, [load, path, onDone]);
  return null;
}
