/**
 * Supabase Auth for one request. The module is loaded on demand: most requests verify their token in
 * the isolate and never need it.
 */
import { memoryLocalStorageAdapter } from "@supabase/ssr";
import { AuthClient, type GoTrueClient, type GoTrueClientOptions } from "@supabase/supabase-js";
import type { Platform } from "~/platform/context.server";
import type { Cookie } from "~/platform/cookie-jar.server";
import { rememberBrowser } from "./known-browser.server";
import { sessionCookieName } from "./session-cookie.server";
import { createCookieStorage } from "./session-storage.server";

/** Each call to the auth server gives up after this; auth-js itself would retry for longer. */
const AUTH_TIMEOUT_MS = 8_000;

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

/** A client whose session lives in this request's cookies; `removeSession` is what ends one. */
export function createSessionClient(platform: Platform): GoTrueClient {
  return createCookieClient(platform, platform.cookies.all);
}

/**
 * A client that finds no session and writes the one it gets. With one in its cookies, auth-js would
 * refresh it on its own first, and `refreshSession` would be a second call.
 */
export function createRefreshClient(platform: Platform): GoTrueClient {
  return createCookieClient(platform, () => []);
}

function createCookieClient(
  platform: Platform,
  readCookies: () => readonly Cookie[],
): GoTrueClient {
  const { config, cookies } = platform;
  const storageKey = sessionCookieName(config);
  const storage = createCookieStorage({ cookies, sessionName: storageKey, readCookies });
  return createClient(platform, {
    flowType: "pkce",
    // Two sign-ins with a provider may be under way in two tabs: each keeps its own verifier.
    experimental: { appendPkceFlowIdToRedirects: true },
    persistSession: true,
    storageKey,
    storage: {
      ...storage,
      // Every way to sign in ends here.
      setItem(key, value) {
        if (key === storageKey) rememberBrowser(platform, value);
        return storage.setItem(key, value);
      },
    },
    // Only the tokens go into the cookies.
    userStorage: memoryLocalStorageAdapter(),
    skipAutoInitialize: true,
  });
}

/**
 * A client without a session, for requests that send mail. It leaves no cookie behind, so the answer for
 * a known address is the same as for an unknown one, and its links work in any browser.
 */
export function createMailClient(platform: Platform): GoTrueClient {
  return createClient(platform, { flowType: "implicit", persistSession: false });
}

/**
 * The auth client alone: `createClient` of the SDK, and with it `createServerClient`, would bring the clients of
 * four services that nobody here calls. Headers as the SDK sends them.
 */
function createClient(platform: Platform, options: GoTrueClientOptions): GoTrueClient {
  const { url, secretKey } = platform.config.supabase;
  return new AuthClient({
    ...options,
    url: `${url}/auth/v1`,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: fetchWithTimeout,
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      ...onBehalfOf(platform),
    },
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
