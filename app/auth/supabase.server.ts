/**
 * Supabase Auth for one request. The module is loaded on demand: most requests verify their token in
 * the isolate and never need it.
 */
import { createServerClient } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Platform } from "~/platform/context.server";
import type { Cookie } from "~/platform/cookie-jar.server";
import { sessionCookieName, sessionCookieNames } from "./session-cookie.server";

/** Each call to the auth server gives up after this; auth-js itself would retry for longer. */
const AUTH_TIMEOUT_MS = 8_000;

const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(AUTH_TIMEOUT_MS) });

/**
 * A client whose session lives in this request's cookies. It may write a session, never remove one: an error
 * of the auth server need not mean that the session is over (`removeSession` is for when it is).
 */
export function createSessionClient(platform: Platform): SupabaseClient {
  return createCookieClient(platform, platform.cookies.all);
}

/**
 * A client that finds no session and writes the one it gets. With one in its cookies, auth-js would
 * refresh it on its own first, and `refreshSession` would be a second call.
 */
export function createRefreshClient(platform: Platform): SupabaseClient {
  return createCookieClient(platform, () => []);
}

function createCookieClient(
  { config, cookies }: Platform,
  readCookies: () => readonly Cookie[],
): SupabaseClient {
  const name = sessionCookieName(config.supabase.url);
  return createServerClient(config.supabase.url, config.supabase.publishableKey, {
    // Two sign-ins with a provider may be under way in two tabs: each keeps its own verifier.
    auth: { experimental: { appendPkceFlowIdToRedirects: true } },
    cookieOptions: { name },
    cookies: {
      encode: "tokens-only",
      getAll: () => Array.from(readCookies()),
      setAll: (changes) => {
        const writesSession = sessionCookieNames(changes.filter(hasValue), name).length > 0;
        for (const change of changes) {
          if (hasValue(change)) {
            cookies.set(change.name, change.value, { maxAgeS: change.options.maxAge });
          } else if (writesSession || sessionCookieNames([change], name).length === 0) {
            cookies.remove(change.name);
          }
        }
      },
    },
    global: { fetch: fetchWithTimeout },
  });
}

function hasValue({ value }: Cookie): boolean {
  return value !== "";
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
