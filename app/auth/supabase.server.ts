/**
 * Supabase Auth for one request. The module is loaded on demand (`loadSupabase` in session.server.ts):
 * most requests verify their token in the isolate and never need it.
 */
import { createServerClient, serializeCookieHeader } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Platform } from "~/platform/context.server.ts";
import { parseCookies, sessionCookieName } from "./session-cookie.server.ts";

/** Each call to the auth server gives up after this; auth-js itself would retry for longer. */
const AUTH_TIMEOUT_MS = 10_000;

/** A client whose session lives in this request's cookies. Create one per request. */
export function createSupabase(request: Request, platform: Platform): SupabaseClient {
  const { config, responseCookies } = platform;
  const cookies = new Map(
    parseCookies(request.headers.get("Cookie")).map(({ name, value }) => [name, value]),
  );
  return createServerClient(config.supabase.url, config.supabase.publishableKey, {
    cookieOptions: {
      name: sessionCookieName(config.supabase.url),
      httpOnly: true,
      secure: config.siteUrl.startsWith("https:"),
      sameSite: "lax",
      path: "/",
    },
    cookies: {
      encode: "tokens-only",
      getAll: () => Array.from(cookies, ([name, value]) => ({ name, value })),
      setAll: (changed) => {
        for (const { name, value, options } of changed) {
          if (value) cookies.set(name, value);
          else cookies.delete(name);
          responseCookies.push(serializeCookieHeader(name, value, options));
        }
      },
    },
    global: {
      fetch: (input, init) =>
        fetch(input, { ...init, signal: AbortSignal.timeout(AUTH_TIMEOUT_MS) }),
    },
  });
}
