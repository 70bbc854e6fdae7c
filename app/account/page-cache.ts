/**
 * Stale-while-revalidate for the account area: an address that was shown before is shown again at once, and loaded anew.
 * The cache is in this document's memory only.
 */
import { useEffect } from "react";
import {
  type DataStrategyResult,
  type MiddlewareFunction,
  useLocation,
  useMatches,
  useRevalidator,
} from "react-router";
import { postAuthMessage, readSessionKey } from "~/auth/session/session-sync";

type Results = Record<string, DataStrategyResult>;

/** The oldest entry goes first. */
const MAX_PAGES = 20;
const cache = new Map<string, Results>();
let currentKey: string | undefined;
let staleKey: string | undefined;

/** Another account, signed in by another tab, has other keys. */
const getCacheKey = ({ pathname, search }: { pathname: string; search: string }) =>
  `${readSessionKey()} ${pathname}${search}`;

/** Client middleware of the area's layout. A mutation invalidates other pages; without a connection the page stays. */
export const pageCacheMiddleware: MiddlewareFunction<Results> = async ({ request, url }, next) => {
  if (request.method !== "GET") return next().finally(invalidateOtherPages);
  const key = getCacheKey(url);
  const known = cache.get(key);
  if (known && key !== currentKey) {
    staleKey = key;
    return known;
  }
  const results = await next();
  // What `fetch` throws without a connection.
  const isOffline = Object.values(results).some(({ result }) => result instanceof TypeError);
  return isOffline ? (known ?? results) : results;
};

/**
 * What a mutation may have changed, answered or not, here and in the other tabs; the page that is shown is revalidated
 * by the router.
 */
function invalidateOtherPages(): void {
  for (const key of cache.keys()) if (key !== currentKey) cache.delete(key);
  postAuthMessage({ type: "USER_UPDATED" });
}

/** Caches the page that is shown, and revalidates it if it came from the cache. True while that is under way. */
export function usePageCache(): boolean {
  const location = useLocation();
  const matches = useMatches();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const data = matches.map(({ id, loaderData }) => [id, { type: "data", result: loaderData }]);
    currentKey = getCacheKey(location);
    cache.delete(currentKey);
    cache.set(currentKey, Object.fromEntries(data));
    for (const oldest of [...cache.keys()].slice(0, -MAX_PAGES)) cache.delete(oldest);
    if (staleKey === currentKey) void revalidate();
    staleKey = undefined;
  }, [location, matches, revalidate]);
  useEffect(() => {
    const reconnect = () => void revalidate();
    window.addEventListener("online", reconnect);
    return () => window.removeEventListener("online", reconnect);
  }, [revalidate]);
  return state === "loading";
}
