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
/** Whoever has not come back from a provider by then starts again. Seconds. */
const VERIFIER_MAX_AGE_S = 60 * 60;

const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(AUTH_TIMEOUT_MS) });

/**
 * Says for whom a call is made: GoTrue counts its rate limits by this address, and names the device by this
 * browser. It is believed because the call carries the secret key, and where IP forwarding is on.
 * Source: Supabase, Auth rate limits, "IP address forwarding".
 */
function onBehalfOf({ clientAddress, userAgent }: Platform): Record<string, string> {
  return {
    ...(clientAddress ? { "Sb-Forwarded-For": clientAddress } : {}),
    ...(userAgent ? { "User-Agent": userAgent } : {}),
  };
}

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
  platform: Platform,
  readCookies: () => readonly Cookie[],
): SupabaseClient {
  const { config, cookies } = platform;
  const name = sessionCookieName(config);
  return createServerClient(config.supabase.url, config.supabase.secretKey, {
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
            const isSession = sessionCookieNames([change], name).length > 0;
            const maxAgeS = isSession ? change.options.maxAge : VERIFIER_MAX_AGE_S;
            cookies.set(change.name, change.value, { maxAgeS });
          } else if (writesSession || sessionCookieNames([change], name).length === 0) {
            cookies.remove(change.name);
          }
        }
      },
    },
    global: { fetch: fetchWithTimeout, headers: onBehalfOf(platform) },
  });
}

function hasValue({ value }: Cookie): boolean {
  return value !== "";
}

/**
 * A client without a session, for requests that send mail. It leaves no cookie behind, so the answer for
 * a known address is the same as for an unknown one, and its links work in any browser.
 */
export function createMailClient(platform: Platform): SupabaseClient {
  const { supabase } = platform.config;
  return createClient(supabase.url, supabase.secretKey, {
    auth: {
      flowType: "implicit",
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: fetchWithTimeout, headers: onBehalfOf(platform) },
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
