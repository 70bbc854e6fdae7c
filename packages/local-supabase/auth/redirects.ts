import type { AuthSettings } from "../config/options.ts";
import { AuthError } from "./errors.ts";
import type { AuthRequest } from "./request.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The redirect target: `redirect_to` or the referrer, if allowed, else the site. */
export function resolveRedirect(request: AuthRequest, settings: AuthSettings): string {
  const candidates = [
    request.req.header("redirect_to") ?? request.req.query("redirect_to"),
    request.req.header("referer"),
  ];
  return (
    candidates.find((url) => url !== undefined && isAllowedRedirect(url, settings)) ??
    settings.siteUrl
  );
}

/** Allows the site, with any port on loopback, and the extra origins. */
function isAllowedRedirect(url: string, settings: AuthSettings): boolean {
  if (!URL.canParse(url)) return false;
  const target = new URL(url);
  const site = new URL(settings.siteUrl);
  const sameHost = target.protocol === site.protocol && target.hostname === site.hostname;
  if (sameHost && (target.port === site.port || LOOPBACK.has(target.hostname))) return true;
  return settings.redirectOrigins.includes(target.origin);
}

/** Adds `params` to the query of `url`. */
export function withQuery(url: string, params: Record<string, string>): string {
  const result = new URL(url);
  for (const [name, value] of Object.entries(params)) result.searchParams.set(name, value);
  return result.href;
}

/** Replaces the fragment of `url` by `params`, with Supabase's empty `sb` marker. */
export function withFragment(url: string, params: Record<string, string>): string {
  const result = new URL(url);
  result.hash = new URLSearchParams({ ...params, sb: "" }).toString();
  return result.href;
}

export function redirectTo(url: string, status: 302 | 303): Response {
  return new Response(null, { status, headers: { location: url } });
}

const OAUTH_ERRORS: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

const DENIALS = new Set(["user_banned", "provider_email_needs_verification"]);

/** The query or fragment parameters of an error redirect. */
export function errorParams(error: unknown): Record<string, string> {
  if (!(error instanceof AuthError)) {
    console.error("Supabase Auth: a redirect failed.", error);
    return { error: "server_error", error_description: "Unexpected failure" };
  }
  return {
    error: DENIALS.has(error.code)
      ? "access_denied"
      : (OAUTH_ERRORS[error.status] ?? "server_error"),
    error_code: error.code,
    error_description: error.message,
  };
}
