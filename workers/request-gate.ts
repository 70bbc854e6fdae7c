/**
 * What is turned away before any route sees it: other sites' forms, methods that the path does not
 * answer, bodies that are no form or too long. Refusals under /api have the API's shape.
 */
import { apiError } from "~/platform/api.server";
import type { Platform } from "~/platform/context.server";
import { readFormBody } from "~/platform/read-body.server";
import { isSameOriginRequest } from "~/platform/same-origin.server";
import { allowedMethods, isWriteOnly, type RouteModules } from "./request-methods";

/** The longest form is a contact message of 10,000 characters; one that is too long has to arrive too. */
const MAX_FORM_BYTES = 256 * 1024;
/** Signed by Stripe, not sent by a browser. */
const WEBHOOK_PATH = "/api/stripe-webhook";
/** These read and bound their own body. */
const READS_OWN_BODY = /^\/(api\/|csp-report$)/;

/** Either the request as the route gets it, or the answer in its place. */
export type Admission =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly response: Response };

/** Decides whether a request gets to its route. */
export async function admit(
  request: Request,
  platform: Platform,
  build: RouteModules,
): Promise<Admission> {
  const { pathname } = new URL(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && !isWriteOnly(build, pathname)) return { ok: true, request };
  if (pathname !== WEBHOOK_PATH && !isSameOriginRequest(request, platform.config.siteUrl)) {
    const message = "This request came from another site.";
    return refuse(pathname, 403, "request/cross-site", message);
  }
  const allowed = allowedMethods(build, pathname);
  if (request.method === "OPTIONS") {
    return { ok: false, response: new Response(null, { status: 204, headers: allow(allowed) }) };
  }
  if (!allowed.includes(request.method)) return refuseMethod(pathname, allowed);
  if (READS_OWN_BODY.test(pathname)) return { ok: true, request };

  const form = await readFormBody(request, MAX_FORM_BYTES);
  if (form.ok) return form;
  return form.status === 413
    ? refuse(pathname, 413, "request/too-large", "This is more than we can take in one go.")
    : refuse(pathname, 415, "request/not-a-form", "This page takes forms only.");
}

function refuseMethod(pathname: string, allowed: readonly string[]) {
  const methods = allowed.filter((method) => method !== "OPTIONS").join(", ");
  const message = `Only ${methods} is answered here`;
  return refuse(pathname, 405, "request/method-not-allowed", message, allow(allowed));
}

/** RFC 9110, 10.2.1. */
function allow(methods: readonly string[]): Readonly<Record<string, string>> {
  return { Allow: methods.join(", ") };
}

function refuse(
  pathname: string,
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): { readonly ok: false; readonly response: Response } {
  const response = pathname.startsWith("/api/")
    ? apiError(status, code, message, headers)
    : new Response(message, { status, headers });
  return { ok: false, response };
}
