/** Rejects requests before they reach the router. */
import { jsonError, methodNotAllowed } from "~/http/api-response.server";
import { type AppError, appError, REQUEST_ERRORS } from "~/http/app-error";
import { addSecurityHeaders, type Environment } from "~/http/security-headers.server";
import { isSpeculative } from "~/platform/context.server";
import { logRejected, redactPath } from "~/platform/log.server";

/** The methods that any route accepts; each route accepts a subset. */
const METHODS = ["GET", "HEAD", "POST"];

/** The response to what never reaches the router; undefined for any other request. */
export async function rejectRequest(
  request: Request,
  { siteUrl, requestId }: { readonly siteUrl: string; readonly requestId: string },
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  // The data of a prefetched link would not be stored, so only its modules are worth prefetching.
  if (isSpeculative(request) && pathname.endsWith(".data")) {
    return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  }
  if (!METHODS.includes(request.method)) {
    if (isApi(pathname)) return methodNotAllowed();
    const allow = METHODS.join(", ");
    const headers = { Allow: allow };
    return new Response(`Method not allowed. Use ${allow}.`, { status: 405, headers });
  }
  if (!isDecodable(pathname)) {
    const message = `The page ${pathname} could not be found`;
    return errorResponse(pathname, appError(404, "request/not-found", message));
  }
  if (isSameOriginRequest(request, siteUrl)) return undefined;
  await logRejected({ requestId }, { purpose: redactPath(pathname), reason: "cross-site" });
  return errorResponse(pathname, REQUEST_ERRORS.crossSite);
}

/** The response to every request while the configuration is invalid. */
export function configErrorResponse(requestId: string, environment: Environment): Response {
  const response = Response.json({ status: "misconfigured", requestId }, { status: 503 });
  response.headers.set("X-Request-Id", requestId);
  addSecurityHeaders(response.headers, environment);
  return response;
}

const isApi = (pathname: string) => pathname.startsWith("/api/");

/** JSON for /api, text for everything else. */
function errorResponse(pathname: string, error: AppError): Response {
  return isApi(pathname) ? jsonError(error) : new Response(error.message, { status: error.status });
}

/** The router takes no control character for a part of a path, and fails. */
function isDecodable(pathname: string): boolean {
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True when the method is safe, or the browser says that the request is from this site: in Sec-Fetch-Site,
 * which also holds where privacy settings or a proxy change Origin; in Origin where it is missing. Clients
 * that send neither are not browsers. Source: OWASP, "Cross-Site Request Forgery Prevention".
 */
export function isSameOriginRequest(request: Request, siteUrl: string): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.headers.get("Origin");
  const own = [new URL(siteUrl).origin, new URL(request.url).origin];
  return origin === null || own.includes(origin);
}
