/**
 * The project's public keys, cached in the isolate. During an outage stale ones are used, so no one is signed
 * out.
 */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type FetchImplementation,
  type JSONWebKeySet,
  type RemoteJWKSet,
} from "jose";

const MAX_AGE_MS = 10 * 60_000;
/** The minimum interval between fetches for unknown key ids, so forged tokens cannot flood Supabase Auth. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 800;
/** How long keys are not fetched after a failure. */
const RETRY_MS = 5_000;

/** The keys are missing or stale, so a token is neither valid nor invalid. */
export class KeysUnavailableError extends Error {
  override name = "KeysUnavailableError";
}

interface KeyCache {
  /** Finds the key of a token, and fetches the keys if needed. */
  readonly keys: RemoteJWKSet;
  /** "stale" while the last fetch failed: a newer key may be missing. */
  state: "fresh" | "stale";
  retryAt: number;
  /** Error of the last fetch, until it is logged. */
  unloggedError?: unknown;
}

/** Keyed by project URL, and shared by all requests of an isolate. */
const caches = new Map<string, KeyCache>();

/** The cached keys of the project at `supabaseUrl`; empty until the first token is verified. */
export function getKeyCache(supabaseUrl: string): KeyCache {
  const cache = caches.get(supabaseUrl) ?? createKeyCache(supabaseUrl);
  caches.set(supabaseUrl, cache);
  return cache;
}

function createKeyCache(supabaseUrl: string): KeyCache {
  const url = new URL(`${supabaseUrl}/auth/v1/.well-known/jwks.json`);
  const keys = createRemoteJWKSet(url, {
    cacheMaxAge: MAX_AGE_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async (...request) => {
      const jwks = (await refreshKeys(cache, ...request)) ?? keys.jwks();
      if (!jwks) throw new KeysUnavailableError("The public keys of Supabase Auth are unavailable");
      return Response.json(jwks);
    },
  });
  const cache: KeyCache = { keys, state: "fresh", retryAt: 0 };
  return cache;
}

/** Fetches the keys, twice if there are none yet and the first time fails. Undefined after a failure. */
async function refreshKeys(cache: KeyCache, ...request: Parameters<FetchImplementation>) {
  if (Date.now() < cache.retryAt) return undefined;
  try {
    const fetching = fetchKeys(...request);
    const hasKeys = cache.keys.jwks() !== undefined;
    const fetched = await (hasKeys ? fetching : fetching.catch(() => fetchKeys(...request)));
    cache.state = "fresh";
    return fetched;
  } catch (error) {
    cache.state = "stale";
    cache.retryAt = Date.now() + RETRY_MS;
    cache.unloggedError = error;
    return undefined;
  }
}

async function fetchKeys(...[url, init]: Parameters<FetchImplementation>): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const fetched = await response.json<JSONWebKeySet>();
  createLocalJWKSet(fetched); // Throws if it is not a key set.
  return fetched;
}
