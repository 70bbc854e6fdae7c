/** Sign-in with a recovery code in place of an authenticator app. */
import { redirectDocument } from "react-router";
import { createStatelessClient } from "~/auth/gotrue/client.server";
import { openSessionClient } from "~/auth/session/auth.server";
import { endOtherSessions } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { logSecurityEvent } from "~/auth/session/security-log.server";
import { rethrowSessionEnded } from "~/auth/session/session-ended.server";
import { type FormResult, formError, formInvalid } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { appError } from "~/http/app-error";
import {
  getDatabase,
  getPlatform,
  type Platform,
  type RequestContext,
} from "~/platform/context.server";
import { logError, logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { recoverySchema } from "../schema";
import { twoStepChangedPath } from "../two-step-changes.server";
import { findRecoveryCode, spendRecoveryCode } from "./recovery-codes.server";

const RECOVERY_UNAVAILABLE = appError(
  503,
  "auth/unavailable",
  "We can’t accept recovery codes right now. Please try again in a moment. If this code no longer works, use another one.",
);

/** Of `request.rejected` in the log. */
const WRONG_CODE = "auth/wrong-recovery-code";

/**
 * Redeems a recovery code at sign-in: ends the user's other sessions, removes all authenticator apps, and
 * throws a redirect to set up a new one. Returns the error result otherwise.
 */
export async function recoverAccount(
  context: RequestContext,
  session: Session,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(recoverySchema, formData);
  if (!form.ok) return form.error;
  const platform = getPlatform(context);
  const { userId: subject } = session;
  const limited = await checkRateLimit(platform, { purpose: "recovery-code", subject });
  if (limited) return formError(limited);
  const codeError = await redeemCode(context, session, form.value.recoveryCode).catch((error) => {
    rethrowSessionEnded(error, context);
    logError("auth.recovery_failed", error, { requestId: platform.requestId });
    return formError(RECOVERY_UNAVAILABLE);
  });
  if (codeError) return codeError;
  // The current token still says that a code is required.
  const client = await openSessionClient(context);
  await client.refreshSession();
  throw redirectDocument(twoStepChangedPath("recovered"));
}

/**
 * Returns the error result for a wrong code. Throws if a step fails: the code is spent last, so it works
 * again. Sessions end first: without an app, one whose code is due would be admitted at its next refresh.
 */
async function redeemCode(context: RequestContext, session: Session, code: string) {
  const platform = getPlatform(context);
  const database = await getDatabase(context);
  const codeHash = await findRecoveryCode(database, session, code);
  if (!codeHash) {
    const { userId: subject } = session;
    await logRejected(platform, { purpose: "recovery-code", subject, reason: WRONG_CODE });
    return formInvalid({ recoveryCode: "That code isn’t right, or it has already been used." });
  }
  await endOtherSessions(database, session);
  await removeFactors(platform, session.userId);
  await spendRecoveryCode(database, session, codeHash);
  await logSecurityEvent(platform, "recovery-code-used", session.userId);
  return undefined;
}

/** Removes all authenticator apps, including unverified ones. If a call fails, a retry removes the others. */
async function removeFactors(platform: Platform, userId: string): Promise<void> {
  const { mfa } = createStatelessClient(platform).admin;
  const { data, error: listError } = await mfa.listFactors({ userId });
  if (listError) throw listError;
  // GoTrue encodes an empty list as null.
  for (const { id } of data.factors ?? []) {
    const { error } = await mfa.deleteFactor({ userId, id });
    if (error && error.status !== 404) throw error;
  }
}
