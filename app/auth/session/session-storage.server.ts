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
/** A sign-in with a provider that takes longer starts again. Seconds. */
const VERIFIER_MAX_AGE_S = 60 * 60;

interface CookieStorage {
  readonly cookies: CookieJar;
  /** The cookies that hold the session; all others are the verifiers of sign-ins under way. */
  readonly sessionName: string;
  /** What is found at first. */
  readonly readCookies: () => readonly Cookie[];
}

/**
 * Where the auth client keeps a session and the verifiers of sign-ins under way: in this request's cookies, in the
 * format of `@supabase/ssr`. It may write a session, never remove one: an error of the auth server need not mean
 * that the session is over.
 */
export function createCookieStorage(storage: CookieStorage): SupportedStorage {
  const { cookies, sessionName, readCookies } = storage;
  /** What this client has kept or dropped itself. */
  const changed = new Map<string, string | null>();
  const drop = (key: string, except: readonly string[] = []) => {
    for (const { name } of readCookies()) {
      if (isChunkLike(name, key) && !except.includes(name)) cookies.remove(name);
    }
  };
  return {
    // What the browser sends is not to be trusted: auth-js then warns of a user that was only stored.
    isServer: true,
    getItem: (key) => changed.get(key) ?? (changed.has(key) ? null : readJson(readCookies(), key)),
    setItem(key, value) {
      changed.set(key, value);
      const chunks = createChunks(key, ENCODED_PREFIX + stringToBase64URL(value));
      drop(
        key,
        chunks.map(({ name }) => name),
      );
      const maxAgeS = key === sessionName ? DEFAULT_COOKIE_OPTIONS.maxAge : VERIFIER_MAX_AGE_S;
      for (const chunk of chunks) cookies.set(chunk.name, chunk.value, { maxAgeS });
    },
    removeItem(key) {
      changed.set(key, null);
      if (key !== sessionName) drop(key);
    },
  };
}

/** What is stored under `key`, as JSON; null when it is absent or does not read as such. */
async function readJson(cookies: readonly Cookie[], key: string): Promise<string | null> {
  const json = await readCookieValue(cookies, key);
  return json !== undefined && v.is(jsonSchema, json) ? json : null;
}
