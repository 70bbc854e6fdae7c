/** The passkeys of a signed-in user. A trigger writes the emails about changes (0000_schema.sql). */
import type { AuthError } from "@supabase/supabase-js";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { appError, appErrorResponse } from "~/http/app-error";
import { getDeviceName } from "~/http/device-name";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { AUTH_ERRORS } from "../../gotrue/auth-errors.server";
import { isOutage, SERVER_ERROR, toAppError } from "../../gotrue/codes.server";
import {
  isUserVerifiedAtRegistration,
  registrationSchema,
} from "../../methods/passkey/credential.server";
import {
  bindChallenge,
  REJECTIONS,
  requireAuthError,
  requirePasskeys,
  takeChallenge,
} from "../../methods/passkey/passkey.server";
import { checkRecentLogin } from "../../reauthentication/recent-login.server";
import { getSession, openSessionClient } from "../../session/auth.server";
import { logSecurityEvent } from "../../session/security-log.server";
import { throwIfAuthSessionEnded } from "../../session/session-ended.server";
import { removalSchema, renameSchema } from "./schema";

/**
 * Supabase Auth's transaction failed, as it does for a passkey of another account: only an index notices
 * that.
 */
const NOT_ADDED = appError(
  503,
  SERVER_ERROR,
  "That passkey was not added. It may belong to another account. Please use another one, or try again in a moment.",
);
const GONE = appError(404, "auth/passkey-gone", "That passkey was already removed.");

/** The name of a passkey without one. Supabase Auth gives it to a passkey of an unknown provider. */
const DEFAULT_NAME = "Passkey";

/** True if the passkey does not exist. Passkeys that are turned off have another code. */
function isGone(error: AuthError | null): boolean {
  return error?.status === 404 && error.code === "validation_failed";
}

export type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number];

/** The user's passkeys, oldest first. Throws an error page when Supabase Auth is unavailable. */
export async function listPasskeys(context: RequestContext) {
  requirePasskeys(getPlatform(context));
  const client = await openSessionClient(context);
  const { data: passkeys, error } = await client.passkey.list();
  throwIfAuthSessionEnded(error, context);
  if (error && isOutage(error)) throw appErrorResponse(AUTH_ERRORS.serviceUnreachable);
  if (error) throw appErrorResponse(toAppError(error, "settings"));
  return passkeys.map(({ id, friendly_name, created_at, last_used_at }) => ({
    id,
    name: friendly_name || DEFAULT_NAME,
    /** ISO 8601. */
    createdAt: created_at,
    /** ISO 8601; null if it has not been used. */
    usedAt: last_used_at ?? null,
  }));
}

/** Adds, renames or removes a passkey. Requires a recent sign-in. */
export async function changePasskeys(context: RequestContext, formData: FormData) {
  const platform = getPlatform(context);
  requirePasskeys(platform);
  const session = getSession(context);
  const loginError = await checkRecentLogin(platform, session);
  if (loginError) return loginError;
  const limited = await checkRateLimit(platform, { purpose: "passkeys", account: session.userId });
  if (limited) return formError(limited);
  switch (formData.get("intent")) {
    case "add":
      return addPasskey(context, formData);
    case "rename":
      return renamePasskey(context, formData);
    case "remove":
      return removePasskey(context, formData);
    default:
      return startAdding(context);
  }
}

async function startAdding(context: RequestContext): Promise<FormResult> {
  const client = await openSessionClient(context);
  const { data: started, error } = await client.passkey.startRegistration();
  if (error && isOutage(error)) return formError(AUTH_ERRORS.serviceUnreachable);
  if (error) return toResult(error, context);
  const { challenge_id, options } = started;
  bindChallenge(getPlatform(context), options.challenge, challenge_id);
  const authenticatorSelection = {
    ...options.authenticatorSelection,
    userVerification: "required",
  };
  const passkeyOptions = JSON.stringify({ ...options, authenticatorSelection });
  return formSuccess("", { passkeyOptions });
}

async function addPasskey(context: RequestContext, formData: FormData): Promise<FormResult> {
  const platform = getPlatform(context);
  const form = parseForm(registrationSchema, formData);
  if (!form.ok) return formError(REJECTIONS.malformed);
  const { credential } = form.value;
  const { clientDataJSON, attestationObject } = credential.response;
  const challengeId = takeChallenge(platform, clientDataJSON);
  if (!challengeId) return formError(REJECTIONS.unknownChallenge);
  if (!isUserVerifiedAtRegistration(attestationObject)) return formError(REJECTIONS.unverified);
  const client = await openSessionClient(context);
  const { data: added, error } = await client.passkey.verifyRegistration({
    challengeId,
    credential,
  });
  if (error) {
    const authError = requireAuthError(error);
    const isRejected = authError.code === SERVER_ERROR;
    return isRejected ? formError(NOT_ADDED) : toResult(authError, context);
  }
  await logSecurityEvent(platform, "passkey-added", getSession(context).userId);
  const isUnnamed = (added.friendly_name || DEFAULT_NAME) === DEFAULT_NAME;
  if (isUnnamed) {
    // The passkey is added: a failure leaves it with Supabase Auth's name.
    const friendlyName = getDeviceName(platform.userAgent);
    await client.passkey.update({ passkeyId: added.id, friendlyName });
  }
  return formSuccess("Your passkey has been added. You can now sign in with it.");
}

/** Throws a redirect to sign-in if the session has ended. */
function toResult(error: AuthError, context: RequestContext): FormResult {
  throwIfAuthSessionEnded(error, context);
  return formError(toAppError(error, "settings"));
}

async function renamePasskey(context: RequestContext, formData: FormData): Promise<FormResult> {
  const form = parseForm(renameSchema, formData);
  if (!form.ok) return form.error;
  const { passkey: passkeyId, name: friendlyName } = form.value;
  const client = await openSessionClient(context);
  const { error } = await client.passkey.update({ passkeyId, friendlyName });
  if (isGone(error)) return formError(GONE);
  return error ? toResult(error, context) : formSuccess("Your passkey has been renamed.");
}

/** Succeeds if the passkey is already removed. */
async function removePasskey(context: RequestContext, formData: FormData): Promise<FormResult> {
  const form = parseForm(removalSchema, formData);
  if (!form.ok) return form.error;
  const client = await openSessionClient(context);
  const { error } = await client.passkey.delete({ passkeyId: form.value.passkey });
  if (error && !isGone(error)) return toResult(error, context);
  if (!error) {
    await logSecurityEvent(getPlatform(context), "passkey-removed", getSession(context).userId);
  }
  return formSuccess(
    "The passkey has been removed and no longer signs you in. Your device may still list it; you can delete it there.",
  );
}
