/**
 * Signing in with a passkey. GoTrue issues challenges, accepts each one once and verifies signatures. The Worker binds a
 * challenge to the browser that requested it, and requires user verification, which GoTrue does not.
 */
import { isAuthError } from "@supabase/supabase-js";
import { data, redirectDocument } from "react-router";
import { gotruePasskeyErrors, passkeyErrors } from "~/content/auth/passkeys";
import type { AppError } from "~/forms/app-error";
import { type FormResult, formError } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type Platform, type RequestContext } from "~/platform/context.server";
import { logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { type AuthOperation, toAppError } from "../auth-errors.server";
import { completeSignIn, openSessionClient } from "../session/auth.server";
import type { AuthRequest } from "../sign-in/sign-in.server";
import {
  assertionSchema,
  isUserVerified,
  readClientData,
  readUserHandle,
} from "./credential.server";

/** GoTrue's challenges expire after five minutes. */
const CHALLENGE_MAX_AGE_S = 5 * 60;

const rejection = (code: string, message: string): AppError => ({ status: 422, code, message });

/** Why the Worker rejects a passkey that GoTrue has not seen. */
export const REJECTIONS = {
  malformed: rejection("auth/passkey-malformed", passkeyErrors.malformed),
  wrongSite: rejection("auth/passkey-wrong-site", passkeyErrors.wrongSite),
  unverified: rejection("auth/passkey-user-unverified", passkeyErrors.unverified),
  differentAccount: rejection("auth/other-account", passkeyErrors.differentAccount),
  unknownChallenge: rejection(
    "webauthn_challenge_not_found",
    gotruePasskeyErrors.webauthn_challenge_not_found ?? "",
  ),
} as const;

/** A new session. */
export interface SignedIn {
  readonly userId: string;
  readonly accessToken: string;
}

/** Throws a 404 where passkeys are turned off. */
export function requirePasskeys({ config }: Platform): void {
  if (!config.passkeys) throw data(passkeyErrors.off, { status: 404 });
}

/** The error of a failed call, with GoTrue's code. Throws errors that are not the auth server's. */
export function toPasskeyError(error: Error, operation: AuthOperation): AppError {
  if (!isAuthError(error)) throw error;
  const appError = toAppError(error, operation);
  return { ...appError, message: gotruePasskeyErrors[appError.code] ?? appError.message };
}

/** Binds a challenge to this browser. One cookie for each, because two tabs may each have one. */
export function bindChallenge({ cookies }: Platform, challenge: string, id: string): void {
  cookies.set(`passkey-${challenge}`, id, { maxAgeS: CHALLENGE_MAX_AGE_S });
}

/** The id of the challenge that a credential was made for, which is spent; or why it is not accepted. */
export function takeChallenge(
  { config, cookies }: Platform,
  clientDataJSON: string,
): { readonly id: string } | AppError {
  const clientData = readClientData(clientDataJSON);
  if (!clientData) return REJECTIONS.malformed;
  if (clientData.origin !== config.siteUrl) return REJECTIONS.wrongSite;
  const cookie = cookies.all().find(({ name }) => name === `passkey-${clientData.challenge}`);
  if (!cookie) return REJECTIONS.unknownChallenge;
  cookies.remove(cookie.name);
  return { id: cookie.value };
}

/** Options for `navigator.credentials.get`, with a new challenge for this browser; or the error. */
export async function createRequestOptions(
  context: RequestContext,
): Promise<{ readonly options: object } | AppError> {
  const platform = getPlatform(context);
  requirePasskeys(platform);
  const limited = await checkRateLimit(platform, { purpose: "passkey-options" });
  if (limited) return limited;
  const auth = await openSessionClient(context);
  const { data: started, error } = await auth.passkey.startAuthentication();
  if (error) return toPasskeyError(error, "sign-in");
  const { challenge_id, options } = started;
  bindChallenge(platform, options.challenge, challenge_id);
  return { options: { ...options, userVerification: "required" } };
}

/** Signs in with a passkey. Throws a redirect to `next`, or returns the error. */
export async function signInWithPasskey({
  context,
  formData,
  next,
}: AuthRequest): Promise<FormResult> {
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "passkey" });
  if (limited) return formError(limited);
  const signedIn = await verifyPasskey(context, formData);
  if (!("accessToken" in signedIn)) return signedIn;
  // A document navigation, so that the next page gets its own security policy.
  throw redirectDocument(await completeSignIn(context, signedIn.accessToken, next));
}

/** Starts a session with the passkey in the form: of any user, or only of `userId`. */
export async function verifyPasskey(
  context: RequestContext,
  formData: FormData,
  userId?: string,
): Promise<SignedIn | FormResult> {
  const platform = getPlatform(context);
  requirePasskeys(platform);
  const reject = async (error: AppError) => {
    await logRejected(platform, { purpose: "passkey", subject: userId, reason: error.code });
    return formError(error);
  };
  const form = parseForm(assertionSchema, formData);
  if (!form.ok) return reject(REJECTIONS.malformed);
  const { credential } = form.value;
  const { clientDataJSON, authenticatorData, userHandle } = credential.response;
  const challenge = takeChallenge(platform, clientDataJSON);
  if (!("id" in challenge)) return reject(challenge);
  if (!isUserVerified(authenticatorData)) return reject(REJECTIONS.unverified);
  if (userId !== undefined && readUserHandle(userHandle) !== userId) {
    return reject(REJECTIONS.differentAccount);
  }
  const auth = await openSessionClient(context);
  const { data: verified, error } = await auth.passkey.verifyAuthentication({
    challengeId: challenge.id,
    credential,
  });
  if (error) return reject(toPasskeyError(error, "sign-in"));
  const { user, session } = verified;
  return user && session
    ? { userId: user.id, accessToken: session.access_token }
    : reject(REJECTIONS.malformed);
}
