const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True when a request may change something: it is safe by method, or its browser says that it comes
 * from this site. Clients that send neither Origin nor Sec-Fetch-Site are not browsers.
 * Source: OWASP Cross-Site Request Forgery Prevention, "Fetch Metadata" and "Verifying Origin".
 */
export function isSameOriginRequest(request: Request, siteUrl: string): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const origin = request.headers.get("Origin");
  if (origin !== null) {
    return origin === new URL(siteUrl).origin || origin === new URL(request.url).origin;
  }
  const site = request.headers.get("Sec-Fetch-Site");
  return site === null || site === "same-origin" || site === "none";
}
