/**
 * Supabase Auth for one request. The module is loaded on demand: most requests verify their token in
 * the isolate and never need it.
 */
import { memoryLocalStorageAdapter } from "@supabase/ssr";
import { AuthClient, type GoTrueClient, type GoTrueClientOptions } from "@supabase/supabase-js";
import type { Platform } from "~/platform/context.server";
import type { Cookie } from "~/platform/cookie-jar.server";
import { isOutage, OUTAGE_CODES, SERVER_ERROR, UNIQUE_VIOLATION } from "../auth-errors.server";
import { rememberBrowser } from "./known-browser.server";
import { sessionCookieName } from "./session-cookie.server";
import { createCookieStorage } from "./session-storage.server";

/** Each call to the auth server gives up after this. */
const AUTH_TIMEOUT_MS = 8_000;

/**
 * `fetch` for auth-js, which would repeat a failed refresh for half a minute. A failure becomes an answer with a
 * code that says whether the call can have taken effect, and that auth-js passes on at once.
 */
export const fetchWithoutRetry: typeof fetch = async (input, init) => {
  try {
    const headers = new Headers(init?.headers);
    // In later versions GoTrue does not say which error of Postgres a 500 is.
    headers.delete("X-Supabase-Api-Version");
    const signal = AbortSignal.timeout(AUTH_TIMEOUT_MS);
    const response = await fetch(input, { ...init, headers, signal });
    const text = await response.text();
    if (response.status >= 500) {
      return errorResponse(getServerErrorCode(response.status, text), `status ${response.status}`);
    }
    // An answer cut short, or the page of a proxy, confirms nothing.
    if (response.ok && text !== "") JSON.parse(text);
    return new Response(text || null, response);
  } catch (error) {
    return errorResponse(OUTAGE_CODES.noResponse, String(error));
  }
};

/** auth-js retries the statuses that it knows as a network's, which this is not. */
const FAILED_STATUS = 599;

function errorResponse(code: string, reason: string): Response {
  return Response.json({ error_code: code, msg: reason }, { status: FAILED_STATUS });
}

/** Cloudflare could not reach the server at all. Source: Cloudflare, "5xx errors". */
const CONNECTION_FAILED_STATUSES: ReadonlySet<number> = new Set([521, 522, 523, 525, 526, 530]);
function getServerErrorCode(status: number, body: string): string {
  if (body.includes(`"${UNIQUE_VIOLATION}"`)) return UNIQUE_VIOLATION;
  if (status === 500) return SERVER_ERROR;
  return CONNECTION_FAILED_STATUSES.has(status)
    ? OUTAGE_CODES.unreachable
    : OUTAGE_CODES.noResponse;
}

/**
 * Says for whom a call is made: GoTrue counts its rate limits by this address, and names the device by this
 * browser. It is believed because the call carries the secret key, and where IP forwarding is on.
 * Source: Supabase, Auth rate limits, "IP address forwarding".
 */
function forwardedHeaders({ clientAddress, userAgent }: Platform): Record<string, string> {
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
 * A client that starts without a session, for requests that send mail. It leaves no cookie behind, so the answer for
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
    fetch: fetchWithoutRetry,
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      ...forwardedHeaders(platform),
    },
  });
}

/** Ends a session at the auth server only. Never throws. */
export async function revokeSession(
  platform: Platform,
  { accessToken, refreshToken }: { accessToken: string; refreshToken?: string },
): Promise<void> {
  const auth = createMailClient(platform);
  const { error } = await auth.admin.signOut(accessToken, "local");
  if (!error || refreshToken === undefined || isOutage(error)) return;
  // The auth server takes no expired token, so the session ends with a new one.
  const { data } = await auth.refreshSession({ refresh_token: refreshToken });
  if (data.session) await auth.admin.signOut(data.session.access_token, "local");
}
