/**
 * Tabs that stay open during a deploy or rollback: the data they read is for scripts of another build. Such
 * data is not rendered. The open page keeps its data, so that the result of a form stays, with its Undo; the
 * next page is loaded as a document.
 */
import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { readSessionStorage, writeSessionStorage } from "~/ui/browser-features";
import { findUnsavedFields } from "~/ui/unsaved-input";

type Results = Record<string, DataStrategyResult>;

/** Of this script, and of the server: the root loader returns it with every page's data. */
export const BUILD = __COMMIT__;

/** In session storage: id and value of the field that had the focus. */
const FOCUS_KEY = "version-skew-focus";

/** The page that a navigation is loading. */
let opening: URL | undefined;

if (!import.meta.env.SSR) {
  // React Router reloads the open page when a script of the next one is gone.
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || !opening) return;
    event.preventDefault();
    location.assign(opening);
  });
  restoreFocus();
}

/** Client middleware of the root. */
export const versionSkewMiddleware: MiddlewareFunction<Results> = async (
  { request, url },
  next,
) => {
  if (request.method !== "GET") return next();
  const isOpen = url.pathname + url.search === location.pathname + location.search;
  opening = isOpen ? undefined : url;
  const results = await next().finally(() => {
    opening = undefined;
  });
  if (!isFromOtherBuild(results)) return results;
  if (isOpen && findUnsavedFields().length > 0) return results;
  // A search is typed in a field that the document has, too.
  if (url.pathname === location.pathname) addEventListener("pagehide", keepFocus);
  if (isOpen) location.reload();
  else location.assign(url);
  return new Promise(() => {});
};

/** True if `results` are for the scripts of another build. */
export function isFromOtherBuild({ root }: Results): boolean {
  const data: unknown = root?.type === "data" ? root.result : undefined;
  return typeof data === "object" && data !== null && "build" in data && data.build !== BUILD;
}

function keepFocus(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || field.type === "password" || !field.id) return;
  const { id, value } = field;
  writeSessionStorage(FOCUS_KEY, String(new URLSearchParams({ id, value })));
}

/** Before hydration, which keeps values. */
function restoreFocus(): void {
  const kept = new URLSearchParams(readSessionStorage(FOCUS_KEY) ?? "");
  writeSessionStorage(FOCUS_KEY, null);
  const field = document.getElementById(kept.get("id") ?? "");
  const value = kept.get("value");
  if (!(field instanceof HTMLInputElement) || value === null) return;
  field.value = value;
  field.focus();
  field.setSelectionRange(value.length, value.length);
}
