/**
 * Verifies Supabase access tokens locally. The accepted algorithms come from configuration, never from the
 * token.
 */
import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import * as v from "valibot";
import type { Config } from "~/platform/config.server";
import { logError } from "~/platform/log.server";
import { getKeyCache, KeysUnavailableError } from "./public-keys.server";

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
 * "due": this session still needs a code. "unknown": the token has no claim (add_two_step_claim), so it is
 * not accepted.
 */
type TwoStepState = "none" | "due" | "done" | "unknown";

export type AccessTokenClaims = Readonly<ReturnType<typeof parseClaims>>;

/**
 * `unknown-key`: the key was revoked, is too new, or never existed. `unavailable`: the token could not be
 * verified.
 */
type TokenRejection = "unknown-key" | "invalid" | "unavailable";

/** `expired`: everything but the expiry was accepted. */
type TokenVerification =
  | { readonly ok: true; readonly claims: AccessTokenClaims }
  | { readonly ok: false; readonly reason: "expired"; readonly claims: AccessTokenClaims }
  | { readonly ok: false; readonly reason: TokenRejection };

/** Verifies signature, issuer, audience, role and expiry of `token`. */
export async function verifyAccessToken(
  token: string,
  { config: { supabase }, requestId }: { config: Pick<Config, "supabase">; requestId: string },
): Promise<TokenVerification> {
  try {
    const payload = supabase.jwtSecret
      ? await verifyWithSecret(token, supabase.url, supabase.jwtSecret)
      : await verifyWithPublicKeys(token, supabase.url, requestId);
    return { ok: true, claims: parseClaims(payload) };
  } catch (error) {
    if (!(error instanceof errors.JWTExpired)) return { ok: false, reason: toRejection(error) };
    // jose checks the expiry last, after the signature, issuer and audience.
    const claims = readUnverifiedClaims(token);
    return claims ? { ok: false, reason: "expired", claims } : { ok: false, reason: "invalid" };
  }
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

async function verifyWithPublicKeys(token: string, supabaseUrl: string, requestId: string) {
  const cache = getKeyCache(supabaseUrl);
  const options = { ...expectedClaims(supabaseUrl), algorithms: ["ES256", "RS256"] };
  try {
    return (await jwtVerify(token, cache.keys, options)).payload;
  } catch (error) {
    // While the cached keys are stale, a new key looks like one that never existed.
    const isUndecided = error instanceof errors.JWKSNoMatchingKey && cache.state === "stale";
    throw isUndecided ? new KeysUnavailableError("The keys are stale", { cause: error }) : error;
  } finally {
    if (cache.unloggedError) logError("auth.keys_unavailable", cache.unloggedError, { requestId });
    cache.unloggedError = undefined;
  }
}

/** The claims of a token without verification; undefined if it is not a user's token. */
export function readUnverifiedClaims(token: string): AccessTokenClaims | undefined {
  try {
    return readIssuedClaims(token);
  } catch {
    return undefined;
  }
}

/** The claims of a token that Supabase Auth has just returned. */
export function readIssuedClaims(token: string): AccessTokenClaims {
  return parseClaims(decodeJwt(token));
}

function toTwoStepState(assuranceLevel: string, isEnabled: boolean | undefined): TwoStepState {
  if (assuranceLevel === "aal2") return "done";
  if (isEnabled === undefined) return "unknown";
  return isEnabled ? "due" : "none";
}

/**
 * Methods that are no sign-in, as in `require_recent_sign_in` (0000_schema.sql). Source: supabase/auth,
 * `internal/models/factor.go`.
 */
export const SECOND_FACTORS = new Set(["totp", "mfa/phone", "mfa/webauthn"]);

/** Throws if it is not a user's token. */
function parseClaims(claims: JWTPayload) {
  const payload = v.parse(claimsSchema, claims);
  return {
    userId: payload.sub,
    email: payload.email,
    sessionId: payload.session_id,
    /** Epoch seconds. */
    expiresAt: payload.exp,
    /**
     * Epoch seconds of the latest sign-in. Refreshes and two-step codes do not count: an old token can enroll
     * an app.
     */
    authenticatedAt: Math.max(
      0,
      ...payload.amr.flatMap(({ method, timestamp }) =>
        SECOND_FACTORS.has(method) ? [] : timestamp,
      ),
    ),
    twoStep: toTwoStepState(payload.aal, payload.two_step),
    providers: payload.app_metadata.providers,
  };
}
