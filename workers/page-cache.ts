/**
 * Public pages for visitors who are not signed in come from Workers Cache: the default entrypoint, which is
 * never cached, asks the cached entrypoint `PublicPages` for them, with nothing of the visitor's in the
 * request. Its key is the path; a new version of the Worker starts with an empty cache.
 */

import { parseCookies, sessionCookieName, sessionCookieNames } from "~/auth/session-cookie.server";
import { PUBLIC_PATHS } from "~/content/public-paths";

/** The contact form carries an id of its own, so each visitor gets a fresh one. */
const UNCACHED = "/contact";
const CACHED_PATHS: ReadonlySet<string> = new Set(PUBLIC_PATHS.filter((path) => path !== UNCACHED));

/** At the edge: five minutes, then served on while a new one is made, or while that fails. */
export const EDGE_CACHE_CONTROL =
  "public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400";
/** In the browser: asked for every time, so that a sign-in shows at once; unchanged pages cost a 304. */
export const BROWSER_CACHE_CONTROL = "public, max-age=0, must-revalidate";

/** True for a request that any visitor could have made: a listed path, no query, no session. */
export function isCacheableRequest(request: Request, supabaseUrl: string): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const url = new URL(request.url);
  if (!CACHED_PATHS.has(url.pathname) || url.search !== "") return false;
  if (request.headers.has("Authorization")) return false;
  const cookies = parseCookies(request.headers.get("Cookie"));
  return sessionCookieNames(cookies, sessionCookieName(supabaseUrl)).length === 0;
}

/** The request as the cached entrypoint sees it. `requestId` tells a fresh page from a cached one. */
export function anonymousRequest(request: Request, requestId: string): Request {
  const { origin, pathname } = new URL(request.url);
  return new Request(origin + pathname, {
    headers: { Accept: "text/html", "X-Request-Id": requestId },
  });
}

/** The answer for the browser: 304 when it has this very page, else the page without edge headers. */
export function answerBrowser(request: Request, cached: Response): Response {
  const headers = new Headers(cached.headers);
  headers.set("Cache-Control", BROWSER_CACHE_CONTROL);
  const etag = headers.get("ETag");
  const isKnown = etag !== null && listTags(request.headers.get("If-None-Match")).includes(etag);
  if (!isKnown) return new Response(cached.body, { status: cached.status, headers });
  headers.delete("Content-Length");
  return new Response(null, { status: 304, headers });
}

function listTags(header: string | null): string[] {
  return (header ?? "").split(",").map((tag) => tag.trim());
}
