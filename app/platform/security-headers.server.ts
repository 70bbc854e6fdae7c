import type { Environment } from "./config.server.ts";

const HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), browsing-topics=()",
};

/** Adds the headers that every response carries; `public/_headers` repeats them for static files. */
export function addSecurityHeaders(headers: Headers, environment: Environment): void {
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  if (environment === "production") {
    headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains; preload");
  }
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

export interface ContentSecurityPolicyOptions {
  nonce: string;
  /** Origins that forms may end up at after a redirect, and that pages may load the payment script from. */
  paymentOrigins: readonly string[];
  /** Origins of the challenge widget, if there is one. */
  challengeOrigins: readonly string[];
  environment: Environment;
}

/** The policy of an HTML page: nothing inline but what carries the nonce, nothing foreign but payment. */
export function contentSecurityPolicy(options: ContentSecurityPolicyOptions): string {
  const payment = options.paymentOrigins.join(" ");
  const widgets = [...options.paymentOrigins, ...options.challengeOrigins].join(" ");
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${options.nonce}' ${widgets}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${payment}`,
    `frame-src ${widgets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${payment}`,
    ...(options.environment === "local" ? [] : ["upgrade-insecure-requests"]),
  ].join("; ");
}
