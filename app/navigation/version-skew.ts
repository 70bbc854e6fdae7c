/**
 * Tabs that stay open during a deploy or rollback: the data they read is for scripts of another build. Such
 * data is not rendered. The open page keeps its data, so that the result of a form stays, with its Undo; the
 * next page is loaded as a document.
 */
import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { findUnsavedFields, waitForAnswers } from "~/ui/unsaved-input";

type Results = Record<string, DataStrategyResult>;

/** The build of this script, or of the server: the root loader returns it with every page's data. */
export const BUILD = __COMMIT__;

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

/** Client middleware of the root. */
export const versionSkewMiddleware: MiddlewareFunction<Results> = async (
  { request, url },
  next,
) => {
  if (request.method !== "GET") return next();
  const isOpen = url.pathname + url.search === location.pathname + location.search;
  if (hasLostScript && !isOpen) return openDocument(url);
  opening = isOpen ? undefined : url;
  const results = await next().finally(() => {
    opening = undefined;
  });
  // Offline, this leaves the open page as it is, with what was typed (app/ui/behaviors/offline-links.ts).
  if (!isOpen && !navigator.onLine) return openDocument(url);
  if (!isFromOtherBuild(results)) return results;
  if (isOpen && findUnsavedFields().length > 0) return results;
  if (!isOpen) return openDocument(url);
  location.reload();
  return new Promise(() => {});
};

/** Loads `url` once the page's forms are answered; what waits for the result is unloaded with the page. */
function openDocument(url: URL): Promise<never> {
  const answers = waitForAnswers();
  if (answers) {
    // The router goes back to the open page: the answer to a form waits for the data of the next one.
    dispatchEvent(new PopStateEvent("popstate"));
    void answers.then(() => location.assign(url));
  } else {
    location.assign(url);
  }
  return new Promise(() => {});
}

/** True if `results` are for the scripts of another build. */
export function isFromOtherBuild({ root }: Results): boolean {
  const data: unknown = root?.type === "data" ? root.result : undefined;
  return typeof data === "object" && data !== null && "build" in data && data.build !== BUILD;
}
