import {
  createChunks,
  DEFAULT_COOKIE_OPTIONS,
  isChunkLike,
  stringToBase64URL,
} from "@supabase/ssr";
import type { SupportedStorage } from "@supabase/supabase-js";
import * as v from "valibot";
import type { Cookie, CookieJar } from "~/platform/cookie-jar.server";
import { ENCODED_PREFIX, readCookieValue } from "./session-cookie.server";

const jsonSchema = v.pipe(v.string(), v.parseJson());
/** The maximum duration of a sign-in with a provider, in seconds. */
const VERIFIER_MAX_AGE_S = 60 * 60;

interface CookieStorage {
  readonly cookies: CookieJar;
  /** The name of the session cookie; other keys are PKCE verifiers. */
  readonly sessionName: string;
  readonly readCookies: () => readonly Cookie[];
}

/**
 * The auth client's storage, in the format of `@supabase/ssr`. Never removes a session: not every error has
 * ended it.
 */
export function createCookieStorage(storage: CookieStorage): SupportedStorage {
  const { cookies, sessionName, readCookies } = storage;
  /** Values this client has set; null for removed ones. */
  const changed = new Map<string, string | null>();
  const removeChunks = (key: string, except: readonly string[] = []) => {
    for (const { name } of readCookies()) {
      if (isChunkLike(name, key) && !except.includes(name)) cookies.remove(name);
    }
  };
  return {
    // Cookies are not trusted, so auth-js warns when code reads the stored user.
    isServer: true,
    getItem: (key) => changed.get(key) ?? (changed.has(key) ? null : readJson(readCookies(), key)),
    setItem(key, value) {
      changed.set(key, value);
      const chunks = createChunks(key, ENCODED_PREFIX + stringToBase64URL(value));
      removeChunks(
        key,
        chunks.map(({ name }) => name),
      );
      const maxAgeS = key === sessionName ? DEFAULT_COOKIE_OPTIONS.maxAge : VERIFIER_MAX_AGE_S;
      for (const chunk of chunks) cookies.set(chunk.name, chunk.value, { maxAgeS });
    },
    removeItem(key) {
      changed.set(key, null);
      if (key !== sessionName) removeChunks(key);
    },
  };
}

/** The JSON stored under `key`; null if it is absent or invalid. */
async function readJson(cookies: readonly Cookie[], key: string): Promise<string | null> {
  const json = await readCookieValue(cookies, key);
  return json !== undefined && v.is(jsonSchema, json) ? json : null;
}
