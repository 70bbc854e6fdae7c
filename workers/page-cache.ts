/**
 * Public pages for guests are the same for everyone until the next deploy, so each isolate keeps them in
 * memory. The key is the path alone; a new version of the Worker starts with new isolates.
 */
import { sessionCookieName, sessionCookieNames } from "~/auth/session/session-cookie.server";
import { PUBLIC_PATHS } from "~/content/public-paths";
import type { Config } from "~/platform/config.server";
import { createCookieJar } from "~/platform/cookie-jar.server";

/** The contact form carries an idempotency key, so every visitor gets a fresh one. */
const UNCACHED_PATH = "/contact";
const CACHED_PATHS: ReadonlySet<string> = new Set(
  PUBLIC_PATHS.filter((path) => path !== UNCACHED_PATH),
);
const TTL_MS = 5 * 60_000;

/** Browsers revalidate every time, so that a sign-in shows at once; an unchanged page costs a 304. */
const BROWSER_CACHE_CONTROL = "public, max-age=0, must-revalidate";

interface CachedPage {
  readonly html: string;
  readonly headers: Headers;
  readonly expiresAt: number;
}

/** Holds plain data, which requests may share, and only the paths listed above. */
const pages = new Map<string, CachedPage>();

/** True for a request that any guest could have made: a listed path, no query, no session. */
export function isCacheable(request: Request, config: Config): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const url = new URL(request.url);
  if (!CACHED_PATHS.has(url.pathname) || url.search !== "") return false;
  if (request.headers.has("Authorization")) return false;
  const isSecure = config.siteUrl.startsWith("https:");
  const cookies = createCookieJar(request.headers.get("Cookie"), isSecure).all();
  return sessionCookieNames(cookies, sessionCookieName(config)).length === 0;
}

/** The cached page for a cacheable request, or undefined; 304 when the browser already has it. */
export function readPageCache(request: Request): Response | undefined {
  const page = pages.get(new URL(request.url).pathname);
  return page && page.expiresAt > Date.now() ? pageResponse(request, page) : undefined;
}

/** The request to render a page for the cache: nothing of the visitor's is in it. */
export function anonymousRequest(request: Request): Request {
  const { origin, pathname } = new URL(request.url);
  return new Request(origin + pathname, { headers: { Accept: "text/html" } });
}

/** Caches a rendered page and answers `request` with it. Anything but a 200 passes through. */
export async function writePageCache(request: Request, rendered: Response): Promise<Response> {
  if (rendered.status !== 200) return rendered;
  const headers = new Headers(rendered.headers);
  headers.set("Cache-Control", BROWSER_CACHE_CONTROL);
  const page = { html: await rendered.text(), headers, expiresAt: Date.now() + TTL_MS };
  pages.set(new URL(request.url).pathname, page);
  return pageResponse(request, page);
}

function pageResponse(request: Request, page: CachedPage): Response {
  const headers = new Headers(page.headers);
  const etag = headers.get("ETag");
  const known = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim());
  if (etag === null || !known.includes(etag)) return new Response(page.html, { headers });
  headers.delete("Content-Length");
  return new Response(null, { status: 304, headers });
}
