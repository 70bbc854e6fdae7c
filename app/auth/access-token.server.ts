/**
 * Verifies Supabase access tokens in the isolate, with the project's public keys: no network call on
 * a warm isolate. The accepted algorithms come from configuration, never from the token.
 */
import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import * as v from "valibot";
import type { Config } from "~/platform/config.server";

const KEYS_FRESH_MS = 10 * 60_000;
/** An unknown key id asks for new keys at most this often, so forged tokens cannot cause a flood. */
const KEYS_COOLDOWN_MS = 30_000;
const KEYS_TIMEOUT_MS = 800;
/** After a failure nobody waits for the auth server again for this long. */
const KEYS_RETRY_MS = 5_000;
/** A token takes about 1.5 kB. */
const MAX_VERIFIED = 500;

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
 * "none": two-step verification is off; "due": it is on, and this session has not given a code. "unknown":
 * the token was issued without the claim that tells (add_two_step_claim), so it is not good enough.
 */
export type TwoStep = "none" | "due" | "done" | "unknown";

export interface AccessTokenClaims {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
  /**
   * Epoch seconds of the latest sign-in; survives refreshes, unlike `iat`. A second factor is none: with an old token
   * anyone can enroll one at the auth server.
   */
  readonly authenticatedAt: number;
  readonly twoStep: TwoStep;
  readonly providers: readonly string[];
}

/**
 * Why a token was not accepted. `unknown-key`: the key was revoked, is too new, or never existed. `unavailable`
 * means that nothing is known about the token.
 */
export type TokenRejection = "expired" | "unknown-key" | "invalid" | "unavailable";

export type TokenVerification =
  | { readonly ok: true; readonly claims: AccessTokenClaims }
  | { readonly ok: false; readonly reason: TokenRejection };

interface KeyCache {
  readonly getKey: JWTVerifyGetKey;
  readonly fetchedAt: number;
  /** Tokens that these keys have verified, and so need not verify again: as good as the keys, and as old. */
  readonly verified: Map<string, AccessTokenClaims>;
}

/** Public keys by project URL. Plain data, so requests may share it. */
const keyCaches = new Map<string, KeyCache>();
const lastFailures = new Map<string, number>();

/** Verifies signature, issuer, audience, role and expiry of `token`. */
export async function verifyAccessToken(
  token: string,
  supabase: Config["supabase"],
): Promise<TokenVerification> {
  const known = recallVerified(token, supabase.url);
  if (known) return { ok: true, claims: known };
  try {
    const payload = supabase.jwtSecret
      ? await verifyWithSecret(token, supabase.url, supabase.jwtSecret)
      : await verifyWithPublicKeys(token, supabase.url);
    const parsed = v.safeParse(claimsSchema, payload);
    if (!parsed.success) return { ok: false, reason: "invalid" };
    const claims = toClaims(parsed.output);
    rememberVerified(token, supabase.url, claims);
    return { ok: true, claims };
  } catch (error) {
    return { ok: false, reason: rejectionFor(error) };
  }
}

/** A visitor asks several times with one token: for a page, for what it prefetches, for the next one. */
function recallVerified(token: string, supabaseUrl: string): AccessTokenClaims | undefined {
  const claims = freshKeys(supabaseUrl)?.verified.get(token);
  return claims && claims.expiresAt > Date.now() / 1000 ? claims : undefined;
}

/** A project on a shared secret has no keys, and so no such memory. */
function rememberVerified(token: string, supabaseUrl: string, claims: AccessTokenClaims): void {
  const verified = keyCaches.get(supabaseUrl)?.verified;
  if (!verified) return;
  if (verified.size >= MAX_VERIFIED) verified.clear();
  verified.set(token, claims);
}

class KeysUnavailableError extends Error {
  override name = "KeysUnavailableError";
}

function rejectionFor(error: unknown): TokenRejection {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWKSNoMatchingKey) return "unknown-key";
  return error instanceof KeysUnavailableError ? "unavailable" : "invalid";
}

const expectedClaims = (supabaseUrl: string) => ({
  issuer: `${supabaseUrl}/auth/v1`,
  audience: "authenticated",
  requiredClaims: ["sub", "exp", "session_id"],
});

async function verifyWithSecret(
  token: string,
  supabaseUrl: string,
  secret: string,
): Promise<JWTPayload> {
  const key = new TextEncoder().encode(secret);
  const options = { ...expectedClaims(supabaseUrl), algorithms: ["HS256"] };
  return (await jwtVerify(token, key, options)).payload;
}

async function verifyWithPublicKeys(token: string, supabaseUrl: string): Promise<JWTPayload> {
  const options = { ...expectedClaims(supabaseUrl), algorithms: ["ES256", "RS256"] };
  const keys = await currentKeys(supabaseUrl);
  try {
    return (await jwtVerify(token, keys.getKey, options)).payload;
  } catch (error) {
    // Keys may have been rotated, so they are fetched again.
    const isCoolingDown = Date.now() - keys.fetchedAt <= KEYS_COOLDOWN_MS;
    if (!(error instanceof errors.JWKSNoMatchingKey) || isCoolingDown) throw error;
    return (await jwtVerify(token, (await fetchKeys(supabaseUrl)).getKey, options)).payload;
  }
}

/** Cached keys; stale ones serve on while the auth server does not answer. */
async function currentKeys(supabaseUrl: string): Promise<KeyCache> {
  const fresh = freshKeys(supabaseUrl);
  if (fresh) return fresh;
  try {
    return await fetchKeys(supabaseUrl);
  } catch (error) {
    const stale = keyCaches.get(supabaseUrl);
    if (stale) return stale;
    throw error;
  }
}

function freshKeys(supabaseUrl: string): KeyCache | undefined {
  const cached = keyCaches.get(supabaseUrl);
  return cached && Date.now() - cached.fetchedAt < KEYS_FRESH_MS ? cached : undefined;
}

async function fetchKeys(supabaseUrl: string): Promise<KeyCache> {
  if (Date.now() - (lastFailures.get(supabaseUrl) ?? 0) < KEYS_RETRY_MS) {
    throw new KeysUnavailableError("The auth server's public keys could not be read a moment ago");
  }
  try {
    const response = await fetch(`${supabaseUrl}/auth/v1/.well-known/jwks.json`, {
      signal: AbortSignal.timeout(KEYS_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const cache = {
      getKey: createLocalJWKSet(await response.json()),
      fetchedAt: Date.now(),
      verified: new Map(),
    };
    keyCaches.set(supabaseUrl, cache);
    return cache;
  } catch (error) {
    lastFailures.set(supabaseUrl, Date.now());
    throw new KeysUnavailableError("The auth server's public keys cannot be read", {
      cause: error,
    });
  }
}

/** What a token says of itself, verified or not; undefined for what is no token of a user. */
export function readUnverifiedClaims(token: string): AccessTokenClaims | undefined {
  try {
    const parsed = v.safeParse(claimsSchema, decodeJwt(token));
    return parsed.success ? toClaims(parsed.output) : undefined;
  } catch {
    return undefined;
  }
}

function toTwoStep(assuranceLevel: string, isOn: boolean | undefined): TwoStep {
  if (assuranceLevel === "aal2") return "done";
  if (isOn === undefined) return "unknown";
  return isOn ? "due" : "none";
}

/** Source: supabase/auth, `internal/models/factor.go`. */
const SECOND_FACTORS = new Set(["totp", "mfa/phone", "mfa/webauthn"]);

function toClaims(payload: v.InferOutput<typeof claimsSchema>): AccessTokenClaims {
  return {
    userId: payload.sub,
    email: payload.email,
    sessionId: payload.session_id,
    expiresAt: payload.exp,
    authenticatedAt: Math.max(
      0,
      ...payload.amr.flatMap(({ method, timestamp }) =>
        SECOND_FACTORS.has(method) ? [] : timestamp,
      ),
    ),
    twoStep: toTwoStep(payload.aal, payload.two_step),
    providers: payload.app_metadata.providers ?? [],
  };
}
