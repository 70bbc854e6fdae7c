/**
 * The authenticator apps of a signed-in user, and the forms that change them or generate new recovery codes.
 */
import { href, redirect } from "react-router";
import { AUTH_ERRORS } from "~/auth/gotrue/auth-errors.server";
import { authFormError } from "~/auth/gotrue/codes.server";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { getSession, openSessionClient } from "~/auth/session/auth.server";
import { logSecurityEvent } from "~/auth/session/security-log.server";
import { rethrowSessionEnded, throwIfAuthSessionEnded } from "~/auth/session/session-ended.server";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { appError, appErrorResponse } from "~/http/app-error";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { type AuthenticatorApp, DEFAULT_APP_NAME, type Enrollment } from "../authenticator-app";
import { type AuthClient, verifyCode } from "../codes/verify-code.server";
import { twoStepFlash } from "../recovery/recover.server";
import { generateRecoveryCodes } from "../recovery/recovery-codes.server";
import { confirmationSchema, GENERATE_CODES_INTENT, removalSchema, setUpSchema } from "../schema";
import { CHANGE_MESSAGES } from "./change-messages";

/**
 * A result about a form for an existing app or for the codes has its `appId` or `intent` among its values.
 */
export type TwoStepResult = FormResult & {
  readonly enrollment?: Enrollment;
  /** New recovery codes, which cannot be read again. */
  readonly codes?: readonly string[];
};

const RECOVERY_CODES_FAILED = appError(
  503,
  "auth/unavailable",
  "We couldn’t generate new recovery codes, and the old ones may no longer work. Please try again in a moment.",
);

/**
 * The user's verified apps, oldest first. Throws a redirect to sign-in, and back to `next`, or an error page.
 */
export async function listApps(context: RequestContext, next: string): Promise<AuthenticatorApp[]> {
  const client = await openSessionClient(context);
  const { data: factors, error } = await client.mfa.listFactors();
  throwIfAuthSessionEnded(error, context, next);
  if (error) throw appErrorResponse(AUTH_ERRORS.sessionUnverified);
  return factors.totp.map(({ id, friendly_name, created_at }) => ({
    id,
    name: friendly_name || DEFAULT_APP_NAME,
    createdAt: created_at,
  }));
}

/** Adds or removes an app, or replaces the recovery codes. */
export function changeTwoStep(context: RequestContext, formData: FormData): Promise<TwoStepResult> {
  switch (formData.get("intent")) {
    case "confirm":
      return confirmApp(context, formData);
    case "remove":
      return removeApp(context, formData);
    case GENERATE_CODES_INTENT:
      return generateNewCodes(context, formData);
    default:
      return setUpApp(context, formData);
  }
}

/** Starts setting up an app. Requires a recent sign-in, and a code if the user already has an app. */
async function setUpApp(context: RequestContext, formData: FormData) {
  const form = parseForm(setUpSchema, formData);
  if (!form.ok) return form.error;
  const session = getSession(context);
  const client = await openSessionClient(context);
  const failure =
    session.twoStep === "done"
      ? await checkLoginAndCode(context, client, formData)
      : await checkRecentLogin(getPlatform(context), session);
  if (failure) return failure;
  await removeUnverifiedApps(context, client);
  const { data: factor, error } = await client.mfa.enroll({
    factorType: "totp",
    friendlyName: form.value.name,
    issuer: new URL(getPlatform(context).config.siteUrl).host,
  });
  throwIfAuthSessionEnded(error, context);
  if (error) return authFormError(error, "settings", { name: form.value.name });
  const { secret, qr_code: image } = factor.totp;
  const enrollment = { app: factor.id, secret, qrCode: encodeImage(image) };
  return { ...formSuccess(""), enrollment };
}

/** Turns an app on by its first code, after a recent sign-in. The first app comes with recovery codes. */
async function confirmApp(context: RequestContext, formData: FormData) {
  const form = parseForm(confirmationSchema, formData);
  if (!form.ok) return form.error;
  const { app, secret } = form.value;
  const client = await openSessionClient(context);
  const error = await checkLoginAndCode(context, client, formData);
  if (error) return { ...error, enrollment: { app, secret } };
  await logSecurityEvent(getPlatform(context), "app-added", getSession(context).userId);
  const isFirst = getSession(context).twoStep !== "done";
  // The app works without codes; the settings page offers to generate them.
  const codes = isFirst ? await generateCodes(context) : undefined;
  if (!codes) throw showChange(context, "added");
  return { ...formSuccess(CHANGE_MESSAGES.added), codes };
}

/** Replaces the recovery codes. Requires a recent sign-in and a code. */
async function generateNewCodes(context: RequestContext, formData: FormData) {
  const values = { intent: GENERATE_CODES_INTENT };
  const client = await openSessionClient(context);
  const failure = await checkLoginAndCode(context, client, formData);
  if (failure) return { ...failure, values: { ...failure.values, ...values } };
  const codes = await generateCodes(context);
  return codes
    ? { ...formSuccess("You have new recovery codes. The old ones no longer work."), codes }
    : formError(RECOVERY_CODES_FAILED, values);
}

async function generateCodes(context: RequestContext): Promise<string[] | undefined> {
  const session = getSession(context);
  try {
    const codes = await generateRecoveryCodes(await getDatabase(context), session);
    await logSecurityEvent(getPlatform(context), "recovery-codes-generated", session.userId);
    return codes;
  } catch (error) {
    rethrowSessionEnded(error, context);
    logError("auth.recovery_codes_failed", error, { requestId: getPlatform(context).requestId });
    return undefined;
  }
}

/** Removes an app. Requires a recent sign-in and a code from any of the user's apps. */
async function removeApp(context: RequestContext, formData: FormData) {
  const form = parseForm(removalSchema, formData);
  if (!form.ok) return form.error;
  const { appId } = form.value;
  const client = await openSessionClient(context);
  const failure = await checkLoginAndCode(context, client, formData);
  if (failure) return { ...failure, values: { ...failure.values, appId } };
  const { error } = await client.mfa.unenroll({ factorId: appId });
  throwIfAuthSessionEnded(error, context);
  if (error) return authFormError(error, "settings", { appId });
  // The session may have dropped to aal1, which only a new token shows.
  await client.refreshSession();
  await logSecurityEvent(getPlatform(context), "app-removed", getSession(context).userId);
  throw showChange(context, "removed");
}

/** Redirects to the settings page, which reports the change once. */
function showChange(context: RequestContext, change: "added" | "removed"): Response {
  twoStepFlash.set(getPlatform(context), getSession(context).userId, change);
  return redirect(href("/settings/two-step"));
}

/** The error without a recent sign-in or a correct code in the form; undefined with both. */
async function checkLoginAndCode(context: RequestContext, client: AuthClient, formData: FormData) {
  const session = getSession(context);
  const loginError = await checkRecentLogin(getPlatform(context), session);
  return loginError ?? verifyCode({ context, session, client }, formData);
}

/** Unverified apps would block their names and count toward the limit. */
async function removeUnverifiedApps(context: RequestContext, client: AuthClient): Promise<void> {
  const { data: factors, error } = await client.mfa.listFactors();
  throwIfAuthSessionEnded(error, context);
  const unverified = factors?.all.filter(({ status }) => status === "unverified") ?? [];
  await Promise.all(unverified.map(({ id }) => client.mfa.unenroll({ factorId: id })));
}

/** auth-js does not encode the SVG in its data URL; a "#" would truncate the image. */
function encodeImage(dataUrl: string): string {
  const svg = dataUrl.slice(dataUrl.indexOf(",") + 1);
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
