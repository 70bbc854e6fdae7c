/** Getting in without an authenticator app, by a recovery code. */
import { redirectDocument } from "react-router";
import { removeAuthFactors } from "~/auth/auth-admin.server";
import { logSecurityEvent } from "~/auth/security-log.server";
import { openSessionClient } from "~/auth/session/auth.server";
import { endOtherSessions } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { rethrowSessionEnded } from "~/auth/session/session-ended.server";
import { type AppError, OUTAGE_RETRY_S } from "~/forms/app-error";
import { type FormResult, formError, formInvalid } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { recoverySchema } from "../schema";
import { twoStepChangedPath } from "../two-step";
import { consumeRecoveryCode, restoreRecoveryCode } from "./recovery-codes.server";

const WRONG_CODE = "That code is not right, or has been used before.";

const NOT_RECOVERED: AppError = {
  status: 503,
  code: "auth/unavailable",
  message:
    "We can't take recovery codes right now. Please try again in a moment; if this code no longer works, use another one.",
  retryAfterS: OUTAGE_RETRY_S,
};

/**
 * Takes a recovery code of a visitor whose two-step code is due: ends their other sessions, removes all their
 * authenticator apps and throws the way to setting up a new one. Returns why it did not.
 */
export async function recoverAccount(
  context: RequestContext,
  session: Session,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(recoverySchema, formData);
  if (!form.ok) return form.result;
  const platform = getPlatform(context);
  const { userId: subject } = session;
  const limited = await checkRateLimit(platform, { purpose: "recovery-code", subject });
  if (limited) return formError(limited);
  const refusal = await redeemCode(context, session, form.value.recoveryCode).catch((error) => {
    rethrowSessionEnded(error, context);
    logError("auth.recovery_failed", error, { requestId: platform.requestId });
    return formError(NOT_RECOVERED);
  });
  if (refusal) return refusal;
  // Only a new token says that no code is due any more.
  const auth = await openSessionClient(context);
  await auth.refreshSession();
  throw redirectDocument(twoStepChangedPath("recovered"));
}

/** Throws when a part fails; the code is then as good as before. */
async function redeemCode(
  context: RequestContext,
  session: Session,
  code: string,
): Promise<FormResult | undefined> {
  const platform = getPlatform(context);
  const database = await getDatabase(context);
  const taken = await consumeRecoveryCode(database, session, code);
  if (!taken) return formInvalid({ recoveryCode: WRONG_CODE });
  try {
    // First: without an app, any session that waits for its code would get in with its next token.
    await endOtherSessions(database, session);
    await removeAuthFactors(platform.config.supabase, session.userId);
  } catch (error) {
    await restoreRecoveryCode(database, taken);
    throw error;
  }
  await logSecurityEvent(platform, "recovery-code-used", session.userId);
  return undefined;
}
