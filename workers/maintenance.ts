/** What the site responds while `npm run maintenance` is on. */
import { MAINTENANCE_PAGE } from "~/content/ui";

/** Stripe's events keep subscriptions right, and health checks tell the operator when to open again. */
const OPEN_PATHS = ["/healthz", "/readyz", "/api/stripe-webhook"];
const RETRY_AFTER_S = 300;

/** The static page, or undefined for what stays open. `X-Maintenance` tells the smoke test. */
export function maintenanceResponse(request: Request): Response | undefined {
  if (OPEN_PATHS.includes(new URL(request.url).pathname)) return undefined;
  const { title, text } = MAINTENANCE_PAGE;
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "Retry-After": String(RETRY_AFTER_S),
    "X-Maintenance": "on",
  };
  return new Response(html, { status: 503, headers });
}
