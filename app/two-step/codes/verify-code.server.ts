/** Verifies a code of an authenticator app, at sign-in and in the settings. */
import { authFormError, isOutcomeUncertain } from "~/auth/gotrue/codes.server";
import type { openSessionClient } from "~/auth/session/auth.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { logSecurityEvent } from "~/auth/session/security-log.server";
import { rethrowSessionEnded, throwIfAuthSessionEnded } from "~/auth/session/session-ended.server";
import { type FormResult, formError, formInvalid } from "~/forms/form-result";
import { appError } from "~/http/app-error";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import { logError, logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import {
  type AttemptOutcome,
  finishCodeAttempt,
  LOCKOUT_MIN,
  startCodeAttempt,
} from "./code-attempts.server";

export type AuthClient = Awaited<ReturnType<typeof openSessionClient>>;

/** GoTrue's error code for a wrong code. */
const VERIFICATION_FAILED = "mfa_verification_failed";

const TOO_MANY_CODES = appError(
  429,
  "auth/too-many-codes",
  `Too many wrong codes were entered for this account. Please try again in ${LOCKOUT_MIN} minutes.`,
);

const CODES_UNAVAILABLE = appError(
  503,
  "auth/unavailable",
  "We can’t check codes right now. Please try again in a moment.",
);

interface CodeVerification {
  readonly context: RequestContext;
  readonly session: Session;
  readonly client: AuthClient;
}

interface CodeInput {
  readonly app: string;
  readonly code: string;
}

/**
 * Verifies a code, which raises the session of `client` to aal2; returns the error result, undefined on
 * success. Attempts at sign-in have their own limits: a stranger with the password must not lock the owner's
 * settings.
 */
export async function verifyCode(
  verification: CodeVerification,
  input: CodeInput,
): Promise<FormResult | undefined> {
  const { context, session } = verification;
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: session.mfa === "due" ? "two-step" : "two-step-settings",
    subject: session.userId,
  });
  if (limited) return formError(limited);
  try {
    return await attemptCode(verification, input);
  } catch (error) {
    if (error instanceof Response) throw error;
    rethrowSessionEnded(error, context);
    logError("auth.code_failed", error, { requestId: getPlatform(context).requestId });
    return formError(CODES_UNAVAILABLE);
  }
}

/** Throws when the database fails: without it, a code could be accepted twice. */
async function attemptCode(
  { context, session, client }: CodeVerification,
  { app, code }: CodeInput,
): Promise<FormResult | undefined> {
  const platform = getPlatform(context);
  const database = await getDatabase(context);
  const attempt = await startCodeAttempt(database, requireLiveSession(session), {
    code,
    isCounted: session.mfa === "due",
  });
  if (attempt === "used") {
    return formInvalid({
      code: "That code was already entered. Please wait for the next one.",
    });
  }
  if (attempt === "locked") return formError(TOO_MANY_CODES);

  let outcome: AttemptOutcome = "used";
  try {
    const { error } = await client.mfa.challengeAndVerify({ factorId: app, code });
    if (!error) {
      await logSecurityEvent(platform, "code-accepted", session.userId);
      return undefined;
    }
    if (error.code === VERIFICATION_FAILED) outcome = "wrong";
    else if (!isOutcomeUncertain(error)) outcome = "unchecked";
    const rejected = { purpose: "two-step", subject: session.userId, reason: error.code };
    await logRejected(platform, rejected);
    throwIfAuthSessionEnded(error, context);
    return authFormError(error, "code");
  } finally {
    // The auth server has decided by now: a failure to record the outcome does not change that.
    await finishCodeAttempt(database, attempt, outcome).catch((error) =>
      logError("auth.code_failed", error, { requestId: platform.requestId }),
    );
  }
}
