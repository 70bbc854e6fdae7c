/**
 * The Worker in front of a closed site: `npm run maintenance -- on` puts it on a route, which precedes the
 * custom domain. It belongs to no version of the site, so an upload, rollback or deploy neither opens nor
 * closes the site.
 */
import { brand } from "../app/content/brand";
import { studio } from "../app/content/studio";
import { isSameSecret, sha256Base64 } from "../app/platform/digest.server";
import { accent, ink, inkSoft, page } from "../app/ui/styles/theme-colors";

const TITLE = "We’ll be back soon";
const TEXT =
  "The site is down for maintenance. Your data is safe. Please try again in a few minutes.";

const toCss = ({ light, dark }: typeof page) => `light-dark(${light},${dark})`;
const STYLE = `
:root { color-scheme: light dark }
body {
  box-sizing: border-box; display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 1.5rem;
  font: 1.125rem/1.5 system-ui, sans-serif; color: ${toCss(inkSoft)}; background: ${toCss(page)};
}
main { max-width: 30rem }
b, h1 { color: ${toCss(ink)} }
h1 { margin: .8em 0 .4em; font-size: 2em; line-height: 1.15 }
a { color: ${toCss(accent)} }
`;
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE} · ${brand.name}</title>
<style>${STYLE}</style>
<main>
<b>${brand.name}</b>
<h1>${TITLE}</h1>
<p>${TEXT}</p>
<p>Is it urgent? Email us at <a href="mailto:${studio.email}">${studio.email}</a>.</p>
</main>
</html>
`;

/** Stripe's events keep subscriptions right, and health checks tell the operator when to open again. */
const OPEN_PATHS = ["/healthz", "/readyz", "/api/stripe-webhook"];
/** Tells operator commands that the site is closed, and the site that its crons rest. */
const MAINTENANCE = "X-Maintenance";
const CSP = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const HEADERS = {
  "Content-Security-Policy": CSP,
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
    const response = new Response(PAGE, init);
    const styleHash = await sha256Base64(STYLE);
    response.headers.set("Content-Security-Policy", `${CSP}; style-src 'sha256-${styleHash}'`);
    response.headers.set("Content-Type", "text/html; charset=utf-8");
    return response;
  },
};
