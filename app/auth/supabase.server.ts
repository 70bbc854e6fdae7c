/**
 * Supabase Auth for one request. The module is loaded on demand: most requests verify their token in
 * the isolate and never need it.
 */
import { createServerClient, serializeCookieHeader } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Platform } from "~/platform/context.server";
import { parseCookies, sessionCookieName } from "./session-cookie.server";

/** Each call to the auth server gives up after this; auth-js itself would retry for longer. */
const AUTH_TIMEOUT_MS = 8_000;

const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(AUTH_TIMEOUT_MS) });

/** A client whose session lives in this request's cookies. Create one per request. */
export function createSessionClient(request: Request, platform: Platform): SupabaseClient {
  const { config, responseCookies } = platform;
  const cookies = new Map(
    parseCookies(request.headers.get("Cookie")).map(({ name, value }) => [name, value]),
  );
  return createServerClient(config.supabase.url, config.supabase.publishableKey, {
    // Two sign-ins with a provider may be under way in two tabs: each keeps its own verifier.
    auth: { experimental: { appendPkceFlowIdToRedirects: true } },
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
    global: { fetch: fetchWithTimeout },
  });
}

/**
 * A client without a session, for requests that send mail. It leaves no cookie behind, so the answer for
 * a known address is the same as for an unknown one, and its links work in any browser.
 */
export function createMailClient({ config }: Platform): SupabaseClient {
  return createClient(config.supabase.url, config.supabase.publishableKey, {
    auth: {
      flowType: "implicit",
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: fetchWithTimeout },
  });
}

/** Ends the session that `accessToken` belongs to, at the auth server only. Never throws. */
export async function revokeSession({ config }: Platform, accessToken: string): Promise<void> {
  await fetchWithTimeout(`${config.supabase.url}/auth/v1/logout?scope=local`, {
    method: "POST",
    headers: {
      apikey: config.supabase.publishableKey,
      Authorization: `Bearer ${accessToken}`,
    },
  }).catch(() => {});
}
