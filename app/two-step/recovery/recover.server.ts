/** Sign-in with a recovery code in place of an authenticator app. */
import { href, redirectDocument } from "react-router";
import * as v from "valibot";
import { createStatelessClient } from "~/auth/gotrue/client.server";
import { openSessionClient } from "~/auth/session/auth.server";
import type { Session } from "~/auth/session/request-auth.server";
import { logSecurityEvent } from "~/auth/session/security-log.server";
import { rethrowSessionEnded } from "~/auth/session/session-ended.server";
import { type FormError, type FormResult, formError, formInvalid } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { type AppError, appError, failure, type Result } from "~/http/app-error";
import { createUserCookie } from "~/navigation/flash.server";
import {
  getDatabase,
  getPlatform,
  type Platform,
  type RequestContext,
} from "~/platform/context.server";
import { logError, logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { recoverySchema } from "../schema";
import { findRecoveryCode, spendRecoveryCode } from "./recovery-codes.server";

/** The change that the two-step settings confirm once. */
export const twoStepFlash = createUserCookie(
  "flash-two-step",
  v.picklist(["added", "removed", "recovered"]),
);

const RECOVERY_UNAVAILABLE = appError(
  503,
  "auth/unavailable",
  "We can’t accept recovery codes right now. Please try again in a moment. If this code no longer works, use another one.",
);

/** The error once the code is spent. */
const APPS_NOT_REMOVED = appError(
  503,
  "auth/apps-not-removed",
  "That code is used up, but we couldn’t remove your authenticator apps. Please use another recovery code in a moment, or contact us.",
);

const WRONG_CODE = "auth/wrong-recovery-code";

/**
 * Redeems a recovery code: ends other sessions, removes all apps, and throws a redirect to set up a new one.
 */
export async function recoverAccount(
  context: RequestContext,
  session: Session,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(recoverySchema, formData);
  if (!form.ok) return form.error;
  const platform = getPlatform(context);
  const { userId } = session;
  const limited = await checkRateLimit(platform, { purpose: "recovery-code", account: userId });
  if (limited) return formError(limited);
  const failWith = (appError: AppError) => (error: unknown) => {
    rethrowSessionEnded(error, context);
    logError("auth.recovery_failed", error, { requestId: platform.requestId });
    return failure(formError(appError));
  };
  const redeeming = redeemCode(context, session, form.value.recoveryCode);
  const redeemed = await redeeming.catch(failWith(RECOVERY_UNAVAILABLE));
  if (!redeemed.ok) return redeemed.error;
  const removing = removeApps(platform, userId, redeemed.value);
  const removed = await removing.catch(failWith(APPS_NOT_REMOVED));
  if (!removed.ok) return removed.error;
  // The current token still says that a code is required.
  const client = await openSessionClient(context);
  await client.refreshSession();
  twoStepFlash.set(platform, userId, "recovered");
  throw redirectDocument(href("/settings/two-step"));
}

/**
 * Spends the code. Returns the ids of the apps, which are listed first, so that no code is spent while
 * Supabase Auth is down.
 */
async function redeemCode(
  context: RequestContext,
  session: Session,
  code: string,
): Promise<Result<string[], FormError>> {
  const platform = getPlatform(context);
  const { userId: subject } = session;
  const database = await getDatabase(context);
  const codeHash = await findRecoveryCode(database, session, code);
  const apps = codeHash && (await listFactors(platform, subject));
  if (!apps || !(await spendRecoveryCode(database, session, codeHash))) {
    await logRejected(platform, { purpose: "recovery-code", subject, reason: WRONG_CODE });
    const message = "That code isn’t right, or it has already been used.";
    return failure(formInvalid({ recoveryCode: message }));
  }
  await logSecurityEvent(platform, "recovery-code-used", subject);
  return { ok: true, value: apps };
}

async function listFactors(platform: Platform, userId: string): Promise<string[]> {
  const { mfa } = createStatelessClient(platform).admin;
  const { data, error } = await mfa.listFactors({ userId });
  if (error) throw error;
  // Supabase Auth encodes an empty list as null.
  return (data.factors ?? []).map(({ id }) => id);
}

async function removeApps(
  platform: Platform,
  userId: string,
  ids: string[],
): Promise<Result<undefined, FormError>> {
  const { mfa } = createStatelessClient(platform).admin;
  for (const id of ids) {
    const { error } = await mfa.deleteFactor({ userId, id });
    if (error && error.status !== 404) throw error;
  }
  return { ok: true, value: undefined };
}
