/** Clients of Supabase Auth whose session is in the request's cookies. */
import { memoryLocalStorageAdapter } from "@supabase/ssr";
import type { GoTrueClient, SupportedStorage } from "@supabase/supabase-js";
import type { Platform } from "~/platform/context.server";
import { createClient } from "../gotrue/client.server";
import { rememberBrowser } from "./cookie/known-browser.server";
import { sessionCookieName } from "./cookie/session-cookie.server";
import { createCookieStorage } from "./cookie/session-storage.server";

/** A client whose session is in this request's cookies. Only `removeSession` removes it. */
export function createSessionClient(platform: Platform): GoTrueClient {
  return createCookieClient(platform, {});
}

/**
 * A client that starts without a session and stores the one it gets: auth-js would refresh an existing one
 * first.
 */
export function createRefreshClient(platform: Platform): GoTrueClient {
  return createCookieClient(platform, { getItem: () => null });
}

function createCookieClient(platform: Platform, overrides: Partial<SupportedStorage>) {
  const { config, cookies } = platform;
  const storageKey = sessionCookieName(config);
  const storage = createCookieStorage({ cookies, sessionName: storageKey });
  return createClient(platform, {
    flowType: "pkce",
    // Concurrent sign-ins in two tabs each need their own verifier.
    experimental: { appendPkceFlowIdToRedirects: true },
    persistSession: true,
    storageKey,
    storage: {
      ...storage,
      ...overrides,
      // Every sign-in method stores its session here.
      setItem(key, value) {
        if (key === storageKey) rememberBrowser(platform, value);
        return storage.setItem(key, value);
      },
    },
    // The user object stays out of the cookies.
    userStorage: memoryLocalStorageAdapter(),
    skipAutoInitialize: true,
  });
}
