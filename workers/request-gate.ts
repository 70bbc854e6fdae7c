/** What is turned away before the router sees it. */
import { jsonError } from "~/api/api-response.server";
import { type AppError, ERRORS, responseInit } from "~/forms/app-error";
import type { Environment } from "~/platform/config.server";
import { logRejected, redactPath } from "~/platform/log.server";
import { addSecurityHeaders } from "~/platform/security-headers.server";

/** All that any route of this site takes; each route says which of them. */
const METHODS = ["GET", "HEAD", "POST"];
const ALLOW = METHODS.join(", ");

const METHOD_NOT_ALLOWED: AppError = {
  status: 405,
  code: "request/method-not-allowed",
  message: `Only ${ALLOW} are taken here`,
};

/**
 * The response to a request that no route gets: methods that none has, and what other sites' pages send.
 * Speculative data requests cost nothing either. undefined lets the request through.
 */
export async function rejectRequest(
  request: Request,
  { siteUrl, requestId }: { readonly siteUrl: string; readonly requestId: string },
): Promise<Response | undefined> {
  if (isSpeculativeDataRequest(request)) {
    return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  }
  if (!METHODS.includes(request.method)) {
    const response = errorResponse(request, METHOD_NOT_ALLOWED);
    response.headers.set("Allow", ALLOW);
    return response;
  }
  if (isSameOriginRequest(request, siteUrl)) return undefined;
  const purpose = redactPath(new URL(request.url).pathname);
  await logRejected({ requestId }, { purpose, reason: "cross-site" });
  return errorResponse(request, ERRORS.crossSite);
}

/** The response to every request while the Worker's variables cannot be used. */
export function configErrorResponse(requestId: string, environment: Environment): Response {
  const response = Response.json({ status: "misconfigured", requestId }, { status: 503 });
  response.headers.set("X-Request-Id", requestId);
  addSecurityHeaders(response.headers, environment);
  return response;
}

/** Programs under /api read JSON, whatever they have sent. */
function errorResponse(request: Request, refusal: AppError): Response {
  const isCall = new URL(request.url).pathname.startsWith("/api/");
  return isCall ? jsonError(refusal) : new Response(refusal.message, responseInit(refusal));
}

/**
 * A link that is about to be followed fetches the next page's modules and data ahead (`prefetch="intent"`).
 * Modules are files; data is personal, never stored, and so of no use ahead: it is not even read.
 */
function isSpeculativeDataRequest(request: Request): boolean {
  const isData = new URL(request.url).pathname.endsWith(".data");
  return isData && /\bprefetch\b/.test(request.headers.get("Sec-Purpose") ?? "");
}

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
