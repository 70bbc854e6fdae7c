/**
 * Tabs that stay open during a deploy or rollback: the data they read is for scripts of another build. Such data is
 * not rendered; the page is loaded as a document instead. An open page stays until nothing typed would be lost.
 */
import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { findUnsavedFields } from "~/ui/unsaved-input";

type Results = Record<string, DataStrategyResult>;

/** Of this script, and of the server: the root loader returns it with every page's data. */
export const BUILD = __COMMIT__;

/** Long enough to read that something was saved. */
const RETRY_MS = 3_000;

/** Forms that are being sent. */
let sending = 0;
let reloadTimer: ReturnType<typeof setTimeout> | undefined;

/** The page that a navigation is loading. */
let opening: URL | undefined;

if (!import.meta.env.SSR) {
  // React Router reloads the open page when a script of the next one is gone.
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || !opening) return;
    event.preventDefault();
    location.assign(opening);
  });
}

/** Client middleware of the root. */
export const otherBuildMiddleware: MiddlewareFunction<Results> = async ({ request, url }, next) => {
  if (request.method !== "GET") {
    sending += 1;
    return next().finally(() => {
      sending -= 1;
    });
  }
  opening = isOpenPage(url) ? undefined : url;
  const results = await next().finally(() => {
    opening = undefined;
  });
  if (!isFromOtherBuild(results)) return results;
  const isOpen = isOpenPage(url);
  if (isOpen && isBusy()) return results;
  clearTimeout(reloadTimer);
  if (isOpen) location.reload();
  else location.assign(url);
  return new Promise(() => {});
};

const isOpenPage = ({ pathname, search }: URL) =>
  pathname + search === location.pathname + location.search;

/** True if the open page must keep its data, because `results` are another build's and it has unsaved input. */
export function keepsOpenPage(results: Results): boolean {
  if (!isFromOtherBuild(results) || !isBusy()) return false;
  reloadWhenIdle();
  return true;
}

function isFromOtherBuild({ root }: Results): boolean {
  const data: unknown = root?.type === "data" ? root.result : undefined;
  return typeof data === "object" && data !== null && "build" in data && data.build !== BUILD;
}

/** Added items are sent one after another. */
function isBusy(): boolean {
  return (
    sending > 0 ||
    document.querySelector(".item-row-adding") !== null ||
    findUnsavedFields().length > 0
  );
}

function reloadWhenIdle(): void {
  clearTimeout(reloadTimer);
  reloadTimer = setTimeout(() => (isBusy() ? reloadWhenIdle() : location.reload()), RETRY_MS);
}
