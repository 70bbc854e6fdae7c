/**
 * What Supabase Auth leaves to us: a challenge is bound to the browser that requested it, and the device has
 * to check its user.
 */
import { type AuthError, isAuthError } from "@supabase/supabase-js";
import { data as errorPage } from "react-router";
import { type FormError, formError } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { type AppError, appError, failure, type Result } from "~/http/app-error";
import { getPlatform, type Platform, type RequestContext } from "~/platform/context.server";
import { logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { AUTH_ERRORS } from "../../gotrue/auth-errors.server";
import { codeError, toAppError } from "../../gotrue/codes.server";
import { openSessionClient } from "../../session/auth.server";
import { INCOMPLETE_PASSKEY } from "./ceremony";
import { assertionSchema, isUserVerified, readChallenge } from "./credential.server";

/** Supabase Auth's challenges expire after five minutes. */
const CHALLENGE_MAX_AGE_S = 5 * 60;

/** Why the Worker rejects a passkey that Supabase Auth has not seen. */
export const REJECTIONS = {
  malformed: appError(422, "auth/passkey-malformed", INCOMPLETE_PASSKEY),
  unverified: appError(
    422,
    "auth/passkey-unverified",
    "Your device didn’t check that it’s you. Turn on its screen lock or PIN, or use something else.",
  ),
  unknownChallenge: codeError("webauthn_challenge_not_found"),
} as const;

/** Throws a 404 where passkeys are turned off. */
export function requirePasskeys({ config }: Platform): void {
  if (!config.passkeys) throw errorPage(codeError("passkey_disabled").message, { status: 404 });
}

/** Returns an error of Supabase Auth, and throws any other. */
export function requireAuthError(error: Error): AuthError {
  if (!isAuthError(error)) throw error;
  return error;
}

/**
 * Binds a challenge to this browser. Each challenge has a cookie, because two tabs may each have a challenge.
 */
export function bindChallenge({ cookies }: Platform, challenge: string, id: string): void {
  cookies.set(`passkey-${challenge}`, id, { maxAgeS: CHALLENGE_MAX_AGE_S });
}

/** The id of the challenge that a credential was made for, once; undefined if this browser has none. */
export function takeChallenge({ cookies }: Platform, clientDataJSON: string): string | undefined {
  const name = `passkey-${readChallenge(clientDataJSON)}`;
  const id = cookies.all().find((cookie) => cookie.name === name)?.value;
  if (id) cookies.remove(name);
  return id;
}

/** Options for `navigator.credentials.get`, with a new challenge for this browser. */
export async function createRequestOptions(context: RequestContext): Promise<Result<object>> {
  const platform = getPlatform(context);
  requirePasskeys(platform);
  const limited = await checkRateLimit(platform, { purpose: "passkey-options" });
  if (limited) return failure(limited);
  const client = await openSessionClient(context);
  const { data: started, error } = await client.passkey.startAuthentication();
  if (error) return failure(toAppError(error, "sign-in"));
  const { challenge_id, options } = started;
  bindChallenge(platform, options.challenge, challenge_id);
  return { ok: true, value: { ...options, userVerification: "required" } };
}

/** Starts a session with the passkey in the form, and returns its access token. */
export async function verifyPasskey(
  context: RequestContext,
  formData: FormData,
): Promise<Result<string, FormError>> {
  const platform = getPlatform(context);
  requirePasskeys(platform);
  const reject = async (error: AppError) => {
    await logRejected(platform, { purpose: "passkey", reason: error.code });
    return failure(formError(error));
  };
  const form = parseForm(assertionSchema, formData);
  if (!form.ok) return reject(REJECTIONS.malformed);
  const { credential } = form.value;
  const challengeId = takeChallenge(platform, credential.response.clientDataJSON);
  if (!challengeId) return reject(REJECTIONS.unknownChallenge);
  if (!isUserVerified(credential.response.authenticatorData)) return reject(REJECTIONS.unverified);
  const client = await openSessionClient(context);
  const { data, error } = await client.passkey.verifyAuthentication({ challengeId, credential });
  if (error) return reject(toAppError(requireAuthError(error), "sign-in"));
  if (!data.session) return reject(AUTH_ERRORS.serviceUnreachable);
  return { ok: true, value: data.session.access_token };
}
