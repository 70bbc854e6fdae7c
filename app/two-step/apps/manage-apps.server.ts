/** Setting up and removing authenticator apps, each as an answer to a form. */
import type { AuthError } from "@supabase/supabase-js";
import { data, redirect } from "react-router";
import { readUnverifiedClaims } from "~/auth/access-token.server";
import { toAppError } from "~/auth/auth-errors.server";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { logSecurityEvent } from "~/auth/security-log.server";
import { getSession, openSessionClient } from "~/auth/session/auth.server";
import { rethrowSessionEnded } from "~/auth/session/session-ended.server";
import { type AppError, OUTAGE_RETRY_S } from "~/forms/app-error";
import {
  type FormResult,
  formError,
  formInit,
  formInvalid,
  formSuccess,
} from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  createRecoveryCodes,
} from "../recovery/recovery-codes.server";
import { codeSchema, confirmationSchema, removalSchema, setUpSchema } from "../schema";
import { type Enrollment, TWO_STEP_MESSAGES, twoStepChangedPath } from "../two-step";
import { type AuthClient, verifyCode } from "./apps.server";

export interface TwoStepResult {
  readonly result: FormResult | undefined;
  readonly enrollment?: Enrollment | undefined;
  /** The app whose removal `result` is about. */
  readonly removal?: string | undefined;
  /** `result` is about making new recovery codes. */
  readonly isRenewal?: true;
  /** New recovery codes, which nobody can read later. */
  readonly codes?: readonly string[] | undefined;
}

const NO_CODES_MADE: AppError = {
  status: 503,
  code: "auth/unavailable",
  message:
    "We couldn't make new recovery codes, and the old ones may no longer work. Please try again in a moment.",
  retryAfterS: OUTAGE_RETRY_S,
};

/** Starts setting up an app. Needs a recent sign-in, and a code where there is an app already. */
export async function setUpApp(context: RequestContext, formData: FormData) {
  const form = parseForm(setUpSchema, formData);
  if (!form.ok) return respond({ result: form.result });
  const session = getSession(context);
  const refusal = checkRecentLogin(session);
  if (refusal) return respond({ result: refusal });
  const auth = await openSessionClient(context);
  if (session.twoStep === "done") {
    const wrong = await verifyFormCode(context, auth, formData);
    if (wrong) return respond({ result: wrong });
  }
  await removeUnverifiedApps(auth);
  const { data: factor, error } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName: form.value.name,
    issuer: new URL(getPlatform(context).config.siteUrl).host,
  });
  if (error) return respond({ result: describeSetUpError(error, form.value.name) });
  const { secret, qr_code: image } = factor.totp;
  return respond({
    result: undefined,
    enrollment: { app: factor.id, secret, qrCode: encodeImage(image) },
  });
}

/**
 * Ends setting up an app with its first code; from then on signing in needs one. Needs a recent sign-in. Whoever has no
 * recovery codes by then is given some.
 */
export async function confirmApp(context: RequestContext, formData: FormData) {
  const form = parseForm(confirmationSchema, formData);
  if (!form.ok) return respond({ result: form.result });
  const { app, secret } = form.value;
  const refusal = checkRecentLogin(getSession(context));
  if (refusal) return respond({ result: refusal, enrollment: { app, secret } });
  const auth = await openSessionClient(context);
  const wrong = await verifyFormCode(context, auth, formData);
  if (wrong) return respond({ result: wrong, enrollment: { app, secret } });
  await logSecurityEvent(getPlatform(context), "app-added", getSession(context).userId);
  const codes = await createFirstCodes(context);
  if (!codes) throw redirect(twoStepChangedPath("added"));
  return respond({ result: formSuccess(TWO_STEP_MESSAGES.added), codes });
}

/** Makes recovery codes in place of those from before. Needs a recent sign-in and a code. */
export async function renewCodes(context: RequestContext, formData: FormData) {
  const session = getSession(context);
  const refusal = checkRecentLogin(session);
  if (refusal) return respond({ result: refusal, isRenewal: true });
  const auth = await openSessionClient(context);
  const wrong = await verifyFormCode(context, auth, formData);
  if (wrong) return respond({ result: wrong, isRenewal: true });
  try {
    const codes = await createRecoveryCodes(await getDatabase(context), session);
    await logSecurityEvent(getPlatform(context), "recovery-codes-created", session.userId);
    return respond({ result: formSuccess(TWO_STEP_MESSAGES.renewed), codes });
  } catch (error) {
    rethrowSessionEnded(error, context);
    logError("auth.recovery_codes_failed", error, { requestId: getPlatform(context).requestId });
    return respond({ result: formError(NO_CODES_MADE), isRenewal: true });
  }
}

/** Recovery codes for somebody who has none; undefined where there are some, or none can be made now. */
async function createFirstCodes(context: RequestContext): Promise<string[] | undefined> {
  const session = getSession(context);
  if (session.twoStep === "done") return undefined;
  try {
    const database = await getDatabase(context);
    if ((await countRecoveryCodes(database, session.userId)) > 0) return undefined;
    return await createRecoveryCodes(database, session);
  } catch (error) {
    rethrowSessionEnded(error, context);
    // The app works all the same; the page says that there are no codes and offers to make them.
    logError("auth.recovery_codes_failed", error, { requestId: getPlatform(context).requestId });
    return undefined;
  }
}

/** Removes an app. Needs a recent sign-in and a code, of this app or of another one. */
export async function removeApp(context: RequestContext, formData: FormData) {
  const form = parseForm(removalSchema, formData);
  if (!form.ok) return respond({ result: form.result, removal: readText(formData, "removal") });
  const { removal } = form.value;
  const refusal = checkRecentLogin(getSession(context));
  if (refusal) return respond({ result: refusal, removal });
  const auth = await openSessionClient(context);
  const wrong = await verifyFormCode(context, auth, formData);
  if (wrong) return respond({ result: wrong, removal });
  const { error } = await auth.mfa.unenroll({ factorId: removal });
  // Another tab was first.
  const isGone = error?.code === "mfa_factor_not_found";
  if (error && !isGone) return respond({ result: formError(toAppError(error, "apps")), removal });
  // The session may have fallen back to aal1, which only a new token says.
  const { data: renewed } = await auth.refreshSession();
  const claims = renewed.session && readUnverifiedClaims(renewed.session.access_token);
  if (claims?.twoStep === "none") await tryDeleteCodes(context);
  await logSecurityEvent(getPlatform(context), "app-removed", getSession(context).userId);
  throw redirect(twoStepChangedPath("removed"));
}

/** Without an app, recovery codes have nothing to stand in for. */
async function tryDeleteCodes(context: RequestContext): Promise<void> {
  try {
    await deleteRecoveryCodes(await getDatabase(context), getSession(context));
  } catch (error) {
    logError("auth.recovery_codes_failed", error, { requestId: getPlatform(context).requestId });
  }
}

/** Takes the code that stands in the form; undefined when it was right. */
async function verifyFormCode(
  context: RequestContext,
  auth: AuthClient,
  formData: FormData,
): Promise<FormResult | undefined> {
  const form = parseForm(codeSchema, formData);
  if (!form.ok) return form.result;
  return verifyCode({ context, session: getSession(context), auth }, form.value);
}

/** Set-ups that were never confirmed would keep their names, and count. */
async function removeUnverifiedApps(auth: AuthClient): Promise<void> {
  const { data: factors } = await auth.mfa.listFactors();
  const unfinished = factors?.all.filter(({ status }) => status === "unverified") ?? [];
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
}

function describeSetUpError(error: AuthError, name: string): FormResult {
  return error.code === "mfa_factor_name_conflict"
    ? formInvalid({ name: "You have an app of that name" }, { name })
    : formError(toAppError(error, "apps"), { name });
}

/** auth-js puts the SVG into the address as it is; a "#" in it would end the image. */
function encodeImage(address: string): string {
  const svg = address.slice(address.indexOf(",") + 1);
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function readText(formData: FormData, name: string): string | undefined {
  const value = formData.get(name);
  return typeof value === "string" ? value : undefined;
}

function respond(body: TwoStepResult) {
  return data(body, body.result && formInit(body.result));
}
