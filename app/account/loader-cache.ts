/**
 * Stale-while-revalidate cache of the account area's loader results, in memory: a visited URL renders from it
 * at once.
 */
import { useEffect, useState } from "react";
import {
  type DataStrategyResult,
  type MiddlewareFunction,
  useLocation,
  useMatches,
  useRevalidator,
} from "react-router";
import { postAuthMessage, readSessionKey } from "~/auth/session/tabs/session-sync";
import { isFailure } from "~/forms/unreachable";
import { isFromOtherBuild } from "~/navigation/version-skew";

type Results = Record<string, DataStrategyResult>;

/** Least recently used entries are evicted. */
const MAX_ENTRIES = 20;
const cache = new Map<string, Results>();
let currentKey: string | undefined;
let staleKey: string | undefined;
/** The open page, if the last read failed. */
let failedKey: string | undefined;

/** Includes the session key, since another tab can sign in to another account. */
export const getCacheKey = ({ pathname, search }: { pathname: string; search: string }) =>
  `${readSessionKey()} ${pathname}${search}`;

/**
 * Client middleware. Mutations invalidate the cache. A page that cannot be read again keeps its data, and a
 * form's result.
 */
export const loaderCacheMiddleware: MiddlewareFunction<Results> = async (
  { request, url },
  next,
) => {
  if (request.method !== "GET") return next().finally(invalidateOtherPages);
  const key = getCacheKey(url);
  const cached = cache.get(key);
  if (cached && key !== currentKey) {
    staleKey = key;
    return cached;
  }
  const results = await next();
  // Another view of the open page, such as a search, falls back to what is shown.
  const isOpen = url.pathname === location.pathname;
  const shown = isOpen ? cache.get(getCacheKey(location)) : undefined;
  // The next mutation aborts a revalidation, and is followed by its own.
  if (request.signal.aborted) return results;
  const hasFailed = Object.values(results).some(
    ({ type, result }) => type === "error" && isFailure(result),
  );
  failedKey = shown && hasFailed ? key : undefined;
  if (shown && hasFailed) return shown;
  return shown && cached && isFromOtherBuild(results) ? cached : results;
};

/**
 * Drops all entries but the current page, which the router revalidates. Also after an error: its outcome can
 * be unknown.
 */
function invalidateOtherPages(): void {
  for (const key of cache.keys()) if (key !== currentKey) cache.delete(key);
  postAuthMessage({ type: "USER_UPDATED" });
}

/**
 * The data without what is said only once (app/navigation/flash.server.ts); the same object if there is
 * nothing.
 */
function withoutFlash(data: unknown): unknown {
  const hasFlash = typeof data === "object" && data && "flash" in data && data.flash !== null;
  return hasFlash ? { ...data, flash: null } : data;
}

/**
 * Caches the current page, and revalidates it if it came from the cache. Returns whether the data may be
 * stale.
 */
export function useLoaderCache(): "refreshing" | "out-of-date" | undefined {
  const location = useLocation();
  const matches = useMatches();
  const { revalidate, state } = useRevalidator();
  const [isOutOfDate, setIsOutOfDate] = useState(false);
  useEffect(() => {
    const data = matches.map(({ id, loaderData }) => [
      id,
      { type: "data", result: withoutFlash(loaderData) },
    ]);
    currentKey = getCacheKey(location);
    cache.delete(currentKey);
    cache.set(currentKey, Object.fromEntries(data));
    for (const oldest of [...cache.keys()].slice(0, -MAX_ENTRIES)) cache.delete(oldest);
    // It stays while the page that is left gets its own data, just before the next one is shown.
    if (staleKey === currentKey) {
      staleKey = undefined;
      void revalidate();
    }
    setIsOutOfDate(failedKey === currentKey);
  }, [location, matches, revalidate]);
  useEffect(() => {
    const reconnect = () => void revalidate();
    window.addEventListener("online", reconnect);
    return () => window.removeEventListener("online", reconnect);
  }, [revalidate]);
  if (state === "loading") return "refreshing";
  return isOutOfDate ? "out-of-date" : undefined;
}
