import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getStripeOrigins } from "../billing/stripe/stripe-objects";
import {
  addSecurityHeaders,
  contentSecurityPolicy,
  preventFragmentInheritance,
} from "./security-headers.server";

type Arguments = Parameters<typeof contentSecurityPolicy>;

const policyWith = (changes: Partial<Arguments[0]>, others?: Arguments[1]) =>
  contentSecurityPolicy(
    {
      inlineScripts: ["'nonce-abc'"],
      inlineStyles: [],
      paymentOrigins: [],
      turnstileOrigins: [],
      environment: "production",
      ...changes,
    },
    others,
  );

describe("the content security policy", () => {
  test("lists what a page may load, and nothing may frame it", () => {
    expect(policyWith({ environment: "local" }).split("; ")).toEqual([
      "default-src 'self'",
      "script-src 'self' 'nonce-abc'",
      "style-src 'self'",
      "img-src 'self' data:",
      "media-src 'self'",
      "connect-src 'self'",
      "frame-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "report-uri /csp-report",
    ]);
  });

  test("allows Stripe's script, calls, frames and redirects on a payment page", () => {
    const policy = policyWith({ paymentOrigins: getStripeOrigins({ apiUrl: undefined }) });
    for (const name of ["script-src", "connect-src", "frame-src", "form-action"]) {
      // Stripe.js loads parts of itself from its subdomains (docs.stripe.com/security/guide).
      const origins = "https://js\\.stripe\\.com https://\\*\\.js\\.stripe\\.com";
      expect(policy).toMatch(new RegExp(`${name} [^;]*${origins}`));
    }
  });

  test("allows another origin in its directives", () => {
    const others = [{ origin: "https://stats.example", directives: ["script-src", "connect-src"] }];
    const policy = policyWith({}, others);
    expect(policy).toContain("script-src 'self' 'nonce-abc' https://stats.example;");
    expect(policy).toContain("connect-src 'self' https://stats.example;");
    expect(policy.match(/stats\.example/g)).toHaveLength(2);
  });

  test("upgrades insecure requests outside the local environment", () => {
    expect(policyWith({})).toContain("upgrade-insecure-requests");
    expect(policyWith({ environment: "local" })).not.toContain("upgrade-insecure-requests");
  });
});

describe("every response", () => {
  test("has the headers that public/_headers repeats for static files, which other sites may show", () => {
    const headers = new Headers();
    addSecurityHeaders(headers, "local");
    const inFiles = readFileSync("public/_headers", "utf8").split("\n\n")[0] ?? "";
    const lines = Array.from(inFiles.matchAll(/^ {2}([\w-]+): (.+)$/gm));
    expect(Object.fromEntries(headers)).toEqual({
      ...Object.fromEntries(lines.map(([, name = "", value]) => [name.toLowerCase(), value])),
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-store",
    });
    expect(inFiles).toContain("Cross-Origin-Resource-Policy: cross-origin");
    expect(lines.map(([, name]) => name)).toEqual([
      "X-Content-Type-Options",
      "Referrer-Policy",
      "Cross-Origin-Opener-Policy",
      "Cross-Origin-Resource-Policy",
      "Permissions-Policy",
    ]);
  });

  test("is private and not stored unless it says otherwise", () => {
    const headers = new Headers();
    addSecurityHeaders(headers, "production");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    const shared = new Headers({ "Cache-Control": "public, max-age=300" });
    addSecurityHeaders(shared, "production");
    expect(shared.get("Cache-Control")).toBe("public, max-age=300");
  });

  test("keeps search engines away from staging and its previews", () => {
    const robotsOf = (environment: "local" | "staging" | "production") => {
      const headers = new Headers();
      addSecurityHeaders(headers, environment);
      return headers.get("X-Robots-Tag");
    };
    expect(robotsOf("staging")).toBe("noindex");
    expect(robotsOf("production")).toBeNull();
  });

  test("sends HSTS in production only", () => {
    const local = new Headers();
    addSecurityHeaders(local, "local");
    expect(local.has("Strict-Transport-Security")).toBe(false);
    const production = new Headers();
    addSecurityHeaders(production, "production");
    expect(production.get("Strict-Transport-Security")).toBe("max-age=63072000");
  });
});

describe("a redirect", () => {
  const locationAfter = (location: string) => {
    const headers = new Headers({ Location: location });
    preventFragmentInheritance(headers, "https://site.example");
    return headers.get("Location");
  };

  test("to another site gets an empty fragment", () => {
    expect(locationAfter("https://billing.stripe.example/p/1")).toBe(
      "https://billing.stripe.example/p/1#",
    );
    expect(locationAfter("//other.example/")).toBe("//other.example/#");
  });

  test("within the site, or with its own fragment, is unchanged", () => {
    for (const location of ["/dashboard", "https://site.example/faq", "https://other.example/#a"]) {
      expect(locationAfter(location)).toBe(location);
    }
  });
});
