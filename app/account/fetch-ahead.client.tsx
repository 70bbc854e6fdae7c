import { useCallback, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { DEVICES_PATH } from "~/devices/devices";
import { HOME_PATH } from "~/navigation/paths";
import { aheadAddress, isWorthLoadingAhead } from "./page-memory";

/** The pages with a memory (`createPageMemory`). Reading them changes nothing. */
const PATHS = [HOME_PATH, "/settings/general", "/settings/password", DEVICES_PATH];
/** A pointer that passes by asks for nothing. Milliseconds. */
const INTENT_MS = 100;

/**
 * Loads the data of a page whose link is pointed at or focused, so that a press does not wait for it. `first`: the
 * event that this was fetched for.
 */
export function FetchAhead({ first }: { first: Event }) {
  const [path, setPath] = useState<string>();
  useEffect(() => {
    const turnTo = (next: string) => setPath(isWorthLoadingAhead(next) ? next : undefined);
    return listenForIntent(first, turnTo);
  }, [first]);
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

/** Calls back with the path of a link that is about to be followed. Returns how to stop listening. */
function listenForIntent(first: Event, onIntent: (path: string) => void): () => void {
  let timer: number | undefined;
  const leave = () => window.clearTimeout(timer);
  const enter = ({ target }: Event) => {
    leave();
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    const isOurs = link?.origin === window.location.origin && link.search === "";
    if (link && isOurs && PATHS.includes(link.pathname)) {
      timer = window.setTimeout(onIntent, INTENT_MS, link.pathname);
    }
  };
  enter(first);
  document.addEventListener("pointerover", enter);
  document.addEventListener("focusin", enter);
  return () => {
    leave();
    document.removeEventListener("pointerover", enter);
    document.removeEventListener("focusin", enter);
  };
}
