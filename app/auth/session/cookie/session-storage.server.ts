import {
  createChunks,
  DEFAULT_COOKIE_OPTIONS,
  isChunkLike,
  stringToBase64URL,
} from "@supabase/ssr";
import type { SupportedStorage } from "@supabase/supabase-js";
import type { CookieJar } from "~/platform/cookie-jar.server";
import { ENCODED_PREFIX, readCookieValue } from "./session-cookie.server";

/** The maximum duration of a sign-in with a provider, in seconds. */
const VERIFIER_MAX_AGE_S = 60 * 60;

interface CookieStorage {
  readonly cookies: CookieJar;
  /** The name of the session cookie; other keys are PKCE verifiers. */
  readonly sessionName: string;
}

/**
 * The auth client's storage, in the format of `@supabase/ssr`. Never removes a session: not every error has
 * ended it.
 */
export function createCookieStorage({ cookies, sessionName }: CookieStorage): SupportedStorage {
  const removeChunks = (key: string) => {
    for (const { name } of cookies.all()) if (isChunkLike(name, key)) cookies.remove(name);
  };
  return {
    // Cookies are not trusted, so auth-js warns when code reads the stored user.
    isServer: true,
    getItem: (key) => readCookieValue(cookies.all(), key),
    setItem(key, value) {
      // A longer or shorter value had other chunks, which would be read in place of the new ones.
      removeChunks(key);
      const chunks = createChunks(key, ENCODED_PREFIX + stringToBase64URL(value));
      const maxAgeS = key === sessionName ? DEFAULT_COOKIE_OPTIONS.maxAge : VERIFIER_MAX_AGE_S;
      for (const chunk of chunks) cookies.set(chunk.name, chunk.value, { maxAgeS });
    },
    removeItem(key) {
      if (key !== sessionName) removeChunks(key);
    },
  };
}
