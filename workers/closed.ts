/**
 * The Worker in front of a closed site: `npm run maintenance -- on` puts it on a route, which precedes the
 * custom domain. It belongs to no version of the site, so an upload, rollback or deploy neither opens nor
 * closes the site.
 */
import { isSameSecret } from "../app/platform/digest.server";

const TITLE = "We’ll be back soon";
const TEXT =
  "The site is down for maintenance. Your data is safe. Please try again in a few minutes.";

/** Stripe's events keep subscriptions right, and health checks tell the operator when to open again. */
const OPEN_PATHS = ["/healthz", "/readyz", "/api/stripe-webhook"];
/** Tells operator commands that the site is closed, and the site that its crons rest. */
const MAINTENANCE = "X-Maintenance";
const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cache-Control": "no-store",
  "Retry-After": "300",
  [MAINTENANCE]: "on",
};

interface Bindings {
  readonly SITE: Pick<Fetcher, "fetch">;
  /** Lets an operator's smoke test through; absent when the site was closed without OPERATOR_TOKEN. */
  readonly BYPASS?: string;
}

export default {
  async fetch(request: Request, { SITE, BYPASS }: Bindings) {
    const { pathname } = new URL(request.url);
    const presented = request.headers.get("X-Maintenance-Bypass") ?? "";
    const isOperator = BYPASS && (await isSameSecret(presented, BYPASS));
    if (isOperator || OPEN_PATHS.includes(pathname)) {
      // Keeps the other headers: a deploy's smoke test asks for a version.
      const passed = new Request(request);
      passed.headers.set(MAINTENANCE, "on");
      return SITE.fetch(passed);
    }
    const init = { status: 503, headers: HEADERS };
    if (pathname.startsWith("/api/")) {
      const body = { status: "error", data: null, code: "request/maintenance", message: TEXT };
      return Response.json(body, init);
    }
    const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${TITLE}</title><h1>${TITLE}</h1><p>${TEXT}</p></html>`;
    const response = new Response(html, init);
    response.headers.set("Content-Type", "text/html; charset=utf-8");
    return response;
  },
};
