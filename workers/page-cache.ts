/**
 * In-memory cache of public pages for guests, one per isolate, keyed by path, behind Cloudflare's cache in
 * front of the Worker. Entries of both belong to a version: docs/decisions/0028-edge-cache.md.
 */
import { sessionCookieName, sessionCookieNames } from "~/auth/session/cookie/session-cookie.server";
import { keepPageParameters } from "~/navigation/page-parameters";
import type { Config } from "~/platform/config.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { PUBLIC_PATHS } from "~/ui/public-paths";

const TTL_MS = 5 * 60_000;

/** Browsers revalidate every time, so that a sign-in takes effect immediately; an unchanged page is a 304. */
const BROWSER_CACHE_CONTROL = "public, max-age=0, must-revalidate";
/**
 * Read by Cloudflare's cache, which removes the header. `must-revalidate` or `s-maxage` would turn the stale
 * rules off.
 */
const EDGE_CACHE_CONTROL =
  "public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400";

interface CachedPage {
  readonly html: string;
  readonly etag: string;
  readonly headers: Headers;
  readonly expiresAt: number;
}

/** Bounded by `PUBLIC_PATHS`. Contains plain data, which requests may share. */
const pages = new Map<string, CachedPage>();

/** True for a guest's request to a public page whose query does not change it. */
export function isCacheable(request: Request, config: Config): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const url = new URL(request.url);
  if (!PUBLIC_PATHS.includes(url.pathname) || keepPageParameters(url.search) !== "") return false;
  const isSecure = config.siteUrl.startsWith("https:");
  const cookies = createCookieJar(request.headers.get("Cookie"), isSecure).all();
  return sessionCookieNames(cookies, sessionCookieName(config)).length === 0;
}

/** The cached page for a cacheable request, or undefined; 304 when the browser already has it. */
export function readPageCache(request: Request): Response | undefined {
  const page = pages.get(new URL(request.url).pathname);
  return page && page.expiresAt > Date.now() ? pageResponse(request, page) : undefined;
}

/** The request that renders a page for the cache, without the visitor's query and headers. */
export function createAnonymousRequest(request: Request): Request {
  const { origin, pathname } = new URL(request.url);
  return new Request(origin + pathname, { headers: { Accept: "text/html" } });
}

/**
 * Caches a rendered page and returns it as the response to `request`; returns what is no page to share as it
 * is.
 */
export async function writePageCache(request: Request, rendered: Response): Promise<Response> {
  const etag = rendered.headers.get("ETag");
  // A page whose `handle` says `uncached` has no ETag.
  if (rendered.status !== 200 || etag === null) return rendered;
  const headers = new Headers(rendered.headers);
  headers.set("Cache-Control", BROWSER_CACHE_CONTROL);
  headers.set("Cloudflare-CDN-Cache-Control", EDGE_CACHE_CONTROL);
  headers.append("Vary", "Cookie");
  const page = { html: await rendered.text(), etag, headers, expiresAt: Date.now() + TTL_MS };
  pages.set(new URL(request.url).pathname, page);
  return pageResponse(request, page);
}

function pageResponse(request: Request, page: CachedPage): Response {
  const headers = new Headers(page.headers);
  const tags = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim());
  if (!tags.includes(page.etag)) return new Response(page.html, { headers });
  headers.delete("Content-Length");
  return new Response(null, { status: 304, headers });
}
