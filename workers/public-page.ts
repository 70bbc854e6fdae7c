/**
 * Public pages for visitors who are not signed in: the same for everyone until the next deploy, so they come
 * from the isolate's memory, from Workers Cache in front of the entrypoint `PublicPages`, or are made there.
 * The key is the path alone, and nothing of the visitor's is in the request; a new version of the Worker
 * starts with new isolates and an empty cache.
 */
import { sessionCookieName, sessionCookieNames } from "~/auth/session-cookie.server";
import { PUBLIC_PATHS } from "~/content/public-paths";
import type { Config } from "~/platform/config.server";
import { createCookieJar } from "~/platform/cookie-jar.server";

/** The contact form carries an id of its own, so each visitor gets a fresh one. */
const UNCACHED = "/contact";
const CACHED_PATHS: ReadonlySet<string> = new Set(PUBLIC_PATHS.filter((path) => path !== UNCACHED));
const KEPT_FOR_MS = 5 * 60_000;

/** At the edge: five minutes, then served on while a new one is made, or while that fails. */
export const EDGE_CACHE_CONTROL =
  "public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400";
/** In the browser: asked for every time, so that a sign-in shows at once; unchanged pages cost a 304. */
const BROWSER_CACHE_CONTROL = "public, max-age=0, must-revalidate";

/** Where a public page came from. */
export type PageSource = "memory" | "edge" | "made";

export interface PublicPage {
  readonly response: Response;
  readonly source: PageSource;
}

interface KeptPage {
  readonly html: string;
  readonly headers: Headers;
  readonly keptUntil: number;
}

/** Plain data, so requests may share it. Only listed paths get in. */
const keptPages = new Map<string, KeptPage>();

/** True for a request that any visitor could have made: a listed path, no query, no session. */
export function isForAnyone(request: Request, config: Config): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const url = new URL(request.url);
  if (!CACHED_PATHS.has(url.pathname) || url.search !== "") return false;
  if (request.headers.has("Authorization")) return false;
  const isSecure = config.siteUrl.startsWith("https:");
  const cookies = createCookieJar(request.headers.get("Cookie"), isSecure).all();
  return sessionCookieNames(cookies, sessionCookieName(config)).length === 0;
}

/** The page for a request that `isForAnyone`: 304 when the browser has this very page. */
export async function servePublicPage(
  request: Request,
  entrypoint: Pick<Fetcher, "fetch">,
  requestId: string,
): Promise<PublicPage> {
  const { origin, pathname } = new URL(request.url);
  const kept = keptPages.get(pathname);
  if (kept && kept.keptUntil > Date.now()) {
    return { response: answer(request, kept.html, kept.headers), source: "memory" };
  }
  const page = await entrypoint.fetch(
    new Request(origin + pathname, { headers: { Accept: "text/html", "X-Request-Id": requestId } }),
  );
  if (page.status !== 200) return { response: page, source: "made" };
  const html = await page.text();
  const headers = new Headers(page.headers);
  headers.set("Cache-Control", BROWSER_CACHE_CONTROL);
  keptPages.set(pathname, { html, headers, keptUntil: Date.now() + KEPT_FOR_MS });
  // A response that a cache has stored says how old it is. Source: RFC 9111, 5.1.
  const source = headers.has("Age") ? "edge" : "made";
  return { response: answer(request, html, headers), source };
}

function answer(request: Request, html: string, pageHeaders: Headers): Response {
  const headers = new Headers(pageHeaders);
  const etag = headers.get("ETag");
  const known = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim());
  if (etag === null || !known.includes(etag)) return new Response(html, { headers });
  headers.delete("Content-Length");
  return new Response(null, { status: 304, headers });
}
