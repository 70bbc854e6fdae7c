/**
 * Verifies Supabase access tokens locally with the project's public keys, which are cached in the isolate.
 * The accepted algorithms come from configuration, never from the token.
 */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  type RemoteJWKSet,
} from "jose";
import * as v from "valibot";
import type { Config } from "~/platform/config.server";
import { logError } from "~/platform/log.server";

const KEYS_MAX_AGE_MS = 10 * 60_000;
/** The minimum interval between fetches for unknown key ids, so forged tokens cannot flood the auth server. */
const KEYS_COOLDOWN_MS = 30_000;
const KEYS_TIMEOUT_MS = 800;
/** How long keys are not fetched after a failure. */
const KEYS_RETRY_MS = 5_000;

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  exp: v.number(),
  role: v.literal("authenticated"),
  session_id: v.string(),
  email: v.optional(v.string(), ""),
  aal: v.optional(v.string(), "aal1"),
  two_step: v.optional(v.boolean()),
  amr: v.optional(v.array(v.object({ method: v.string(), timestamp: v.number() })), []),
  app_metadata: v.optional(v.object({ providers: v.optional(v.array(v.string()), []) }), {}),
});

/**
 * "none": two-step verification is off. "due": it is on, and this session still needs a code. "unknown": the
 * token has no `two_step` claim (add_two_step_claim), so it is not accepted.
 */
type MfaState = "none" | "due" | "done" | "unknown";

export type AccessTokenClaims = Readonly<NonNullable<ReturnType<typeof parseClaims>>>;

/**
 * Why a token was rejected. `unknown-key`: the key was revoked, is too new, or never existed. `unavailable`:
 * the token could not be verified.
 */
type TokenRejection = "unknown-key" | "invalid" | "unavailable";

/** `expired`: everything but the expiry was accepted. */
type TokenVerification =
  | { readonly ok: true; readonly claims: AccessTokenClaims }
  | { readonly ok: false; readonly reason: "expired"; readonly claims: AccessTokenClaims }
  | { readonly ok: false; readonly reason: TokenRejection };

interface KeySet {
  readonly keys: RemoteJWKSet;
  /** Epoch milliseconds of the last failed fetch; 0 after a success. */
  failedAt: number;
  /** Of a fetch, until it is logged. */
  failure?: unknown;
}

/** Public keys by project URL, shared by all requests of an isolate. */
const keySets = new Map<string, KeySet>();

/** A `Platform`, as far as this needs it. */
interface Verifier {
  readonly config: Pick<Config, "supabase">;
  readonly requestId: string;
}

/** Verifies signature, issuer, audience, role and expiry of `token`. */
export async function verifyAccessToken(
  token: string,
  { config: { supabase }, requestId }: Verifier,
): Promise<TokenVerification> {
  try {
    const payload = supabase.jwtSecret
      ? await verifyWithSecret(token, supabase.url, supabase.jwtSecret)
      : await verifyWithPublicKeys(token, supabase.url, requestId);
    const claims = parseClaims(payload);
    return claims ? { ok: true, claims } : { ok: false, reason: "invalid" };
  } catch (error) {
    if (!(error instanceof errors.JWTExpired)) return { ok: false, reason: toRejection(error) };
    // jose checks the expiry last, after the signature, issuer and audience.
    const claims = parseClaims(error.payload);
    return claims ? { ok: false, reason: "expired", claims } : { ok: false, reason: "invalid" };
  }
}

/** The keys are unavailable or stale, so the token is neither valid nor invalid. */
class KeysUnavailableError extends Error {
  override name = "KeysUnavailableError";
}

function toRejection(error: unknown): TokenRejection {
  if (error instanceof errors.JWKSNoMatchingKey) return "unknown-key";
  return error instanceof KeysUnavailableError ? "unavailable" : "invalid";
}

const expectedClaims = (supabaseUrl: string) => ({
  issuer: `${supabaseUrl}/auth/v1`,
  audience: "authenticated",
  requiredClaims: ["sub", "exp", "session_id"],
});

async function verifyWithSecret(token: string, supabaseUrl: string, secret: string) {
  const key = new TextEncoder().encode(secret);
  const options = { ...expectedClaims(supabaseUrl), algorithms: ["HS256"] };
  return (await jwtVerify(token, key, options)).payload;
}

async function verifyWithPublicKeys(
  token: string,
  supabaseUrl: string,
  requestId: string,
): Promise<JWTPayload> {
  const keySet = keySets.get(supabaseUrl) ?? createKeySet(supabaseUrl);
  keySets.set(supabaseUrl, keySet);
  const options = { ...expectedClaims(supabaseUrl), algorithms: ["ES256", "RS256"] };
  try {
    return (await jwtVerify(token, keySet.keys, options)).payload;
  } catch (error) {
    // With stale keys, a new key looks like one that never existed.
    const isUndecided = error instanceof errors.JWKSNoMatchingKey && keySet.failedAt > 0;
    throw isUndecided ? new KeysUnavailableError("The keys are stale", { cause: error }) : error;
  } finally {
    if (keySet.failure) logError("auth.keys_unavailable", keySet.failure, { requestId });
    keySet.failure = undefined;
  }
}

/**
 * The project's public keys, cached by `jose`, which on Workers does not share a fetch between requests.
 * During an outage of the auth server, stale keys are used, so no one is signed out.
 */
function createKeySet(supabaseUrl: string): KeySet {
  const url = new URL(`${supabaseUrl}/auth/v1/.well-known/jwks.json`);
  const keys = createRemoteJWKSet(url, {
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    [customFetch]: async (...request) => {
      const jwks = (await tryFetchKeys(keySet, ...request)) ?? keys.jwks();
      if (!jwks) throw new KeysUnavailableError("The auth server's public keys are unavailable");
      return Response.json(jwks);
    },
  });
  const keySet: KeySet = { keys, failedAt: 0 };
  return keySet;
}

/**
 * Fetches the keys, twice if there are none yet and the first time fails. Undefined after a failure, and
 * without a fetch until KEYS_RETRY_MS has passed.
 */
async function tryFetchKeys(
  keySet: KeySet,
  ...request: Parameters<FetchImplementation>
): Promise<JSONWebKeySet | undefined> {
  if (Date.now() - keySet.failedAt < KEYS_RETRY_MS) return undefined;
  try {
    const fetching = fetchKeys(...request);
    const fetched = await (keySet.keys.jwks()
      ? fetching
      : fetching.catch(() => fetchKeys(...request)));
    keySet.failedAt = 0;
    return fetched;
  } catch (error) {
    keySet.failure = error;
    keySet.failedAt = Date.now();
    return undefined;
  }
}

async function fetchKeys(...[url, init]: Parameters<FetchImplementation>): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(KEYS_TIMEOUT_MS);
  const response = await fetch(url, { ...init, signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const fetched = await response.json<JSONWebKeySet>();
  createLocalJWKSet(fetched); // Throws if it is not a key set.
  return fetched;
}

/** The claims of a token without verification; undefined if it is not a user's token. */
export function readUnverifiedClaims(token: string): AccessTokenClaims | undefined {
  try {
    return parseClaims(decodeJwt(token));
  } catch {
    return undefined;
  }
}

function toMfaState(assuranceLevel: string, isEnabled: boolean | undefined): MfaState {
  if (assuranceLevel === "aal2") return "done";
  if (isEnabled === undefined) return "unknown";
  return isEnabled ? "due" : "none";
}

/** Source: supabase/auth, `internal/models/factor.go`. */
const SECOND_FACTORS = new Set(["totp", "mfa/phone", "mfa/webauthn"]);

/** Undefined if it is not a user's token. */
function parseClaims(claims: JWTPayload) {
  const parsed = v.safeParse(claimsSchema, claims);
  if (!parsed.success) return undefined;
  const payload = parsed.output;
  return {
    userId: payload.sub,
    email: payload.email,
    sessionId: payload.session_id,
    /** Epoch seconds. */
    expiresAt: payload.exp,
    /**
     * Epoch seconds of the latest sign-in; unlike `iat`, unchanged by refreshes. MFA codes do not count: the
     * holder of an old token could enroll one.
     */
    authenticatedAt: Math.max(
      0,
      ...payload.amr.flatMap(({ method, timestamp }) =>
        SECOND_FACTORS.has(method) ? [] : timestamp,
      ),
    ),
    mfa: toMfaState(payload.aal, payload.two_step),
    providers: payload.app_metadata.providers ?? [],
  };
}
