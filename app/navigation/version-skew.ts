/**
 * Tabs that stay open during a deploy or rollback: the data they read is for scripts of another build. Such
 * data is not rendered. The open page keeps its data, so that the result of a form stays, with its Undo; the
 * next page is loaded as a document.
 */
import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { hasUnanswered } from "~/ui/kept/unanswered";
import { findUnsavedFields } from "~/ui/unsaved-input";

type Results = Record<string, DataStrategyResult>;

/** The build of this script, or of the server: the root loader returns it with every page's data. */
export const BUILD = __COMMIT__;

/** The page that is shown; while Back or Forward loads another one, the address is that of the other. */
let shownPath = "";
/** The page that a navigation is loading. */
let opening: URL | undefined;
/**
 * A script could not be loaded. React Router waits for it forever, so every page after this is a document.
 */
let hasLostScript = false;

if (!import.meta.env.SSR) {
  // React Router reloads the open page when a script of the next one is gone.
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || !opening) return;
    event.preventDefault();
    hasLostScript = true;
    void openDocument(opening);
  });
}

/** Remembers the page that is shown now. */
export function setShownPage({ pathname, search }: Pick<Location, "pathname" | "search">): void {
  shownPath = pathname + search;
  opening = undefined;
}

/** Listener for "beforeunload": closing the tab loses a form without an answer; the next page sends it. */
export function askToStay(event: Event): void {
  if (hasUnanswered() && !opening) event.preventDefault();
}

/** Client middleware of the root. */
export const versionSkewMiddleware: MiddlewareFunction<Results> = async (
  { request, url },
  next,
) => {
  if (request.method !== "GET") return next();
  const path = url.pathname + url.search;
  const isShown = path === shownPath;
  // False for a link: its address is set once its page is shown.
  const isAddress = path === location.pathname + location.search;
  opening = isShown ? undefined : url;
  if (hasLostScript && !isAddress) return openDocument(url);
  const results = await next();
  // Offline, this leaves the open page as it is, with what was typed (app/ui/behaviors/offline-links.ts).
  if (!isAddress && !navigator.onLine) return openDocument(url);
  if (!isFromOtherBuild(results)) return results;
  if (isShown && (hasUnanswered() || findUnsavedFields().length > 0)) return results;
  return openDocument(url);
};

/** Loads `url` as a document; what waits for the result is unloaded with the open page. */
function openDocument(url: URL): Promise<never> {
  // Without its hash, which would only scroll where the address is set already.
  location.assign(url.origin + url.pathname + url.search);
  return new Promise(() => {});
}

/** True if `results` are for the scripts of another build. */
export function isFromOtherBuild({ root }: Results): boolean {
  const data: unknown = root?.type === "data" ? root.result : undefined;
  return typeof data === "object" && data !== null && "build" in data && data.build !== BUILD;
}
