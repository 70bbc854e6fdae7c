import { href } from "react-router";

export type Environment = "local" | "staging" | "production";

/** Receives violation reports (`app/routes/system/report.ts`). */
const CSP_REPORT_PATH = href("/csp-report");

const HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), browsing-topics=()",
};

/** Sets the headers of every response; `public/_headers` repeats them for static files, by host. */
export function addSecurityHeaders(headers: Headers, environment: Environment): void {
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  if (environment === "production") {
    // No `includeSubDomains`: whether the domain's other hosts have https is the operator's decision
    // (docs/setup.md).
    headers.set("Strict-Transport-Security", "max-age=63072000");
  }
  // `Disallow` in robots.txt would keep crawlers from reading it. Source: Google, "Block indexing".
  if (environment === "staging") headers.set("X-Robots-Tag", "noindex");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

/**
 * Appends an empty fragment to a cross-origin redirect. Without it, browsers pass on the page's fragment,
 * which may contain the tokens of an email link. Source: RFC 9110, 10.2.2.
 */
export function preventFragmentInheritance(headers: Headers, siteUrl: string): void {
  const location = headers.get("Location");
  if (location === null || location.includes("#")) return;
  const target = URL.parse(location, siteUrl);
  if (target && target.origin !== new URL(siteUrl).origin) headers.set("Location", `${location}#`);
}

interface OtherOrigin {
  readonly origin: string;
  /** Directives of the policy, e.g. "script-src". */
  readonly directives: readonly string[];
}

/** Origins that every page may use: docs/recipes.md, "Allow another origin". */
const OTHER_ORIGINS: readonly OtherOrigin[] = [];

interface ContentSecurityPolicyOptions {
  /** Source expressions that allow this page's inline scripts: a nonce, or hashes. */
  inlineScripts: readonly string[];
  /** The same for inline styles, which only Vite's development server has. */
  inlineStyles: readonly string[];
  /** Origins that forms may end up at after a redirect, and that pages may load the payment script from. */
  paymentOrigins: readonly string[];
  /** Turnstile's origin, if the page has its widget. */
  turnstileOrigins: readonly string[];
  environment: Environment;
}

/**
 * The policy of an HTML page. Allows its own inline scripts, `others`, and origins for payment and Turnstile.
 */
export function contentSecurityPolicy(
  options: ContentSecurityPolicyOptions,
  others = OTHER_ORIGINS,
): string {
  const { inlineScripts, inlineStyles, paymentOrigins, turnstileOrigins } = options;
  const directive = (name: string, sources: readonly string[]) => {
    const allowed = others.filter(({ directives }) => directives.includes(name));
    return [name, ...sources, ...allowed.map(({ origin }) => origin)].join(" ");
  };
  const widgets = [...paymentOrigins, ...turnstileOrigins];
  return [
    directive("default-src", ["'self'"]),
    directive("script-src", ["'self'", ...inlineScripts, ...widgets]),
    directive("style-src", ["'self'", ...inlineStyles]),
    directive("img-src", ["'self'", "data:"]),
    directive("media-src", ["'self'"]),
    directive("connect-src", ["'self'", ...paymentOrigins]),
    directive("frame-src", ["'self'", ...widgets]),
    directive("object-src", ["'none'"]),
    directive("base-uri", ["'none'"]),
    directive("frame-ancestors", ["'none'"]),
    directive("form-action", ["'self'", ...paymentOrigins]),
    // `report-uri` only: browsers that support `report-to` would ignore it, and not all do.
    directive("report-uri", [CSP_REPORT_PATH]),
    ...(options.environment === "local" ? [] : ["upgrade-insecure-requests"]),
  ].join("; ");
}
