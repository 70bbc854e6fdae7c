/** Form actions that set up and remove authenticator apps, and renew recovery codes. */
import type { AuthError } from "@supabase/supabase-js";
import { data, redirect } from "react-router";
import { OUTAGE_CODES, toAppError } from "~/auth/auth-errors.server";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { logSecurityEvent } from "~/auth/security-log.server";
import { getSession, openSessionClient } from "~/auth/session/auth.server";
import { rethrowSessionEnded, throwIfAuthSessionEnded } from "~/auth/session/session-ended.server";
import { describeUncertainOutcome, uncertainOutcomes } from "~/content/auth/auth-errors";
import { twoStepChanges, twoStepErrors, twoStepFieldErrors } from "~/content/auth/two-step";
import {
  type FormResult,
  formError,
  formInit,
  formInvalid,
  formSuccess,
} from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { type AppError, OUTAGE_RETRY_S } from "~/http/app-error";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { createRecoveryCodes } from "../recovery/recovery-codes.server";
import { codeSchema, confirmationSchema, removalSchema, setUpSchema } from "../schema";
import { type Enrollment, RENEW_CODES_INTENT, twoStepChangedPath } from "../two-step";
import { type AuthClient, verifyCode } from "./apps.server";

export interface TwoStepResult {
  readonly result: FormResult | undefined;
  readonly enrollment?: Enrollment | undefined;
  /** The form that `result` is about: an app's id for its removal; without it, the form to set up an app. */
  readonly form?: string;
  /** New recovery codes, which cannot be read again. */
  readonly codes?: readonly string[] | undefined;
}

const RENEWAL_FAILED: AppError = {
  status: 503,
  code: "auth/unavailable",
  message: twoStepErrors.renewalFailed,
  retryAfterS: OUTAGE_RETRY_S,
};

/** Starts setting up an app. Requires a recent sign-in, and a code if the user already has an app. */
export async function setUpApp(context: RequestContext, formData: FormData) {
  const form = parseForm(setUpSchema, formData);
  if (!form.ok) return respond({ result: form.error });
  const session = getSession(context);
  const loginError = checkRecentLogin(session);
  if (loginError) return respond({ result: loginError });
  const auth = await openSessionClient(context);
  if (session.twoStep === "done") {
    const failure = await checkLoginAndCode(context, auth, formData);
    if (failure) return respond({ result: failure });
  }
  await removeUnverifiedApps(auth);
  const { data: factor, error } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName: form.value.name,
    issuer: new URL(getPlatform(context).config.siteUrl).host,
  });
  throwIfAuthSessionEnded(error, context);
  if (error) return respond({ result: describeSetUpError(error, form.value.name) });
  const { secret, qr_code: image } = factor.totp;
  return respond({
    result: undefined,
    enrollment: { app: factor.id, secret, qrCode: encodeImage(image) },
  });
}

/**
 * Finishes setting up an app with its first code; signing in requires a code from then on. Requires a recent sign-in.
 * The first app comes with recovery codes.
 */
export async function confirmApp(context: RequestContext, formData: FormData) {
  const form = parseForm(confirmationSchema, formData);
  if (!form.ok) return respond({ result: form.error });
  const { app, secret } = form.value;
  const auth = await openSessionClient(context);
  const error = await checkLoginAndCode(context, auth, formData);
  if (error) return respond({ result: describeLostResponse(error), enrollment: { app, secret } });
  await logSecurityEvent(getPlatform(context), "app-added", getSession(context).userId);
  const codes = await createFirstCodes(context);
  if (!codes) throw redirect(twoStepChangedPath("added"));
  return respond({ result: formSuccess(twoStepChanges.added), codes });
}

/** Without the response to its first code, an app may be on, and the recovery codes were not shown. */
function describeLostResponse(result: FormResult): FormResult {
  const isLost = result.status === "error" && result.code === OUTAGE_CODES.noResponse;
  return isLost ? { ...result, message: describeUncertainOutcome(uncertainOutcomes.app) } : result;
}

/** Replaces the recovery codes. Requires a recent sign-in and a code. */
export async function renewCodes(context: RequestContext, formData: FormData) {
  const auth = await openSessionClient(context);
  const failure = await checkLoginAndCode(context, auth, formData);
  if (failure) return respond({ result: failure, form: RENEW_CODES_INTENT });
  try {
    const codes = await createCodes(context);
    return respond({ result: formSuccess(twoStepChanges.renewed), codes });
  } catch (error) {
    rethrowSessionEnded(error, context);
    logError("auth.recovery_codes_failed", error, { requestId: getPlatform(context).requestId });
    return respond({ result: formError(RENEWAL_FAILED), form: RENEW_CODES_INTENT });
  }
}

async function createCodes(context: RequestContext): Promise<string[]> {
  const session = getSession(context);
  const codes = await createRecoveryCodes(await getDatabase(context), session);
  await logSecurityEvent(getPlatform(context), "recovery-codes-created", session.userId);
  return codes;
}

/** Recovery codes with the first app, in place of older ones; undefined for another app, or if creating them fails. */
async function createFirstCodes(context: RequestContext): Promise<string[] | undefined> {
  if (getSession(context).twoStep === "done") return undefined;
  try {
    return await createCodes(context);
  } catch (error) {
    rethrowSessionEnded(error, context);
    // The app works anyway; the settings page offers to make codes.
    logError("auth.recovery_codes_failed", error, { requestId: getPlatform(context).requestId });
    return undefined;
  }
}

/** Removes an app. Requires a recent sign-in and a code from any of the user's apps. */
export async function removeApp(context: RequestContext, formData: FormData) {
  const form = parseForm(removalSchema, formData);
  if (!form.ok) return respond({ result: form.error });
  const { appId } = form.value;
  const auth = await openSessionClient(context);
  const failure = await checkLoginAndCode(context, auth, formData);
  if (failure) return respond({ result: failure, form: appId });
  const { error } = await auth.mfa.unenroll({ factorId: appId });
  throwIfAuthSessionEnded(error, context);
  // Already removed in another tab.
  const isGone = error?.code === "mfa_factor_not_found";
  if (error && !isGone)
    return respond({ result: formError(toAppError(error, "settings")), form: appId });
  // The session may have dropped to aal1, which only a new token shows.
  await auth.refreshSession();
  await logSecurityEvent(getPlatform(context), "app-removed", getSession(context).userId);
  throw redirect(twoStepChangedPath("removed"));
}

/** The error without a recent sign-in or a correct code in the form; undefined with both. */
async function checkLoginAndCode(
  context: RequestContext,
  auth: AuthClient,
  formData: FormData,
): Promise<FormResult | undefined> {
  const session = getSession(context);
  const loginError = checkRecentLogin(session);
  if (loginError) return loginError;
  const form = parseForm(codeSchema, formData);
  if (!form.ok) return form.error;
  return verifyCode({ context, session, auth }, form.value);
}

/** Unverified apps would block their names and count toward the limit. */
async function removeUnverifiedApps(auth: AuthClient): Promise<void> {
  const { data: factors } = await auth.mfa.listFactors();
  const unverified = factors?.all.filter(({ status }) => status === "unverified") ?? [];
  await Promise.all(unverified.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
}

function describeSetUpError(error: AuthError, name: string): FormResult {
  return error.code === "mfa_factor_name_conflict"
    ? formInvalid({ name: twoStepFieldErrors.nameTaken }, { name })
    : formError(toAppError(error, "settings"), { name });
}

/** auth-js does not encode the SVG in its data URL; a "#" would truncate the image. */
function encodeImage(dataUrl: string): string {
  const svg = dataUrl.slice(dataUrl.indexOf(",") + 1);
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function respond(body: TwoStepResult) {
  return data(body, body.result && formInit(body.result));
}
