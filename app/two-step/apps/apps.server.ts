/** The authenticator apps of a signed-in user, at the auth server: a token does not list them. */
import type { AuthError } from "@supabase/supabase-js";
import {
  AUTH_ERRORS,
  isOutcomeUncertain,
  isAuthSessionEnded,
  toAppError,
} from "~/auth/auth-errors.server";
import { logSecurityEvent } from "~/auth/security-log.server";
import { getSession, openSessionClient } from "~/auth/session/auth.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { endSession, rethrowSessionEnded } from "~/auth/session/session-ended.server";
import { type AppError, appErrorResponse, OUTAGE_RETRY_S } from "~/forms/app-error";
import { type FormResult, formError, formInvalid } from "~/forms/form-result";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import { logError, logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { countFailedAttempts, startCodeAttempt } from "../codes/code-attempts.server";
import type { AuthenticatorApp } from "../codes/code-fields";
import { markCodeUsed, unmarkCode } from "../codes/used-codes.server";
import { countRecoveryCodes } from "../recovery/recovery-codes.server";

export type AuthClient = Awaited<ReturnType<typeof openSessionClient>>;

const WRONG_CODE =
  "That code is not right. Codes change every 30 seconds: please enter the one shown now.";
const USED_CODE = "That code was entered before. Please wait for the next one.";
const APP_GONE = "This app is no longer on your account. Please load this page again.";
const TRY_AGAIN = "That took too long. Please enter the code that is shown now.";

/** Errors of a code, by GoTrue's error code; shown beside the field. */
const CODE_ERRORS: Readonly<Record<string, string>> = {
  mfa_verification_failed: WRONG_CODE,
  mfa_factor_not_found: APP_GONE,
  mfa_challenge_expired: TRY_AGAIN,
  mfa_ip_address_mismatch: TRY_AGAIN,
};

const CODES_UNCHECKED: AppError = {
  status: 503,
  code: "auth/unavailable",
  message: "We can't check codes right now. Please try again in a moment.",
  retryAfterS: OUTAGE_RETRY_S,
};

/**
 * The user's working apps, oldest first. Throws the way to sign in again, and back to `next`, when the
 * auth server says that the session is over; a page that says so when it does not say anything.
 */
export async function listApps(context: RequestContext, next: string): Promise<AuthenticatorApp[]> {
  const auth = await openSessionClient(context);
  const { data: factors, error } = await auth.mfa.listFactors();
  if (isAuthSessionEnded(error)) {
    throw endSession(context, next);
  }
  if (error) throw appErrorResponse(AUTH_ERRORS.sessionUnverified);
  return factors.totp.map(({ id, friendly_name, created_at }) => ({
    id,
    name: friendly_name || "Authenticator app",
    createdAt: created_at,
  }));
}

/** The wrong codes that were entered for the account since yesterday; 0 while the database does not say. */
export async function readFailedAttempts(context: RequestContext, userId: string): Promise<number> {
  try {
    return await countFailedAttempts(await getDatabase(context), userId);
  } catch (error) {
    logError("auth.wrong_codes_unread", error, { requestId: getPlatform(context).requestId });
    return 0;
  }
}

/** How many recovery codes the signed-in user has left; undefined when nobody can tell right now. */
export async function readRecoveryCodeCount(context: RequestContext): Promise<number | undefined> {
  try {
    return await countRecoveryCodes(await getDatabase(context), getSession(context).userId);
  } catch (error) {
    logError("auth.recovery_codes_unread", error, { requestId: getPlatform(context).requestId });
    return undefined;
  }
}

interface CodeCall {
  readonly context: RequestContext;
  readonly session: Session;
  readonly auth: AuthClient;
}

interface CodeInput {
  readonly app: string;
  readonly code: string;
}

/**
 * Takes a code, which lifts the session of `auth` to aal2. undefined when it was right. Tries at sign-in are limited
 * apart from those of a session that is past it: a stranger with the password must not lock the owner's settings.
 */
export async function verifyCode(
  call: CodeCall,
  input: CodeInput,
): Promise<FormResult | undefined> {
  const { context, session } = call;
  const isSigningIn = session.twoStep === "due";
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: isSigningIn ? "two-step" : "two-step-settings",
    subject: session.userId,
  });
  if (limited) return formError(limited);
  try {
    return await (isSigningIn ? tryCounted(call, input) : tryCode(call, input));
  } catch (error) {
    rethrowSessionEnded(error, call.context);
    logError("auth.code_failed", error, { requestId: getPlatform(context).requestId });
    return formError(CODES_UNCHECKED);
  }
}
/** Only a wrong code stays counted: not one that was entered before, nor one that could not be checked. */
async function tryCounted(call: CodeCall, input: CodeInput): Promise<FormResult | undefined> {
  const database = await getDatabase(call.context);
  const begun = await startCodeAttempt(database, requireLiveSession(call.session));
  if (!begun.ok) return formError(begun.refusal);
  let isWrong = false;
  try {
    const refused = await tryCode(call, input);
    isWrong = refused?.status === "error" && refused.fieldErrors?.code === WRONG_CODE;
    return refused;
  } finally {
    // The code was judged by now: what is left in the table must not change that.
    const { requestId } = getPlatform(call.context);
    if (!isWrong) {
      await begun.attempt
        .forget()
        .catch((error) => logError("auth.code_failed", error, { requestId }));
    }
  }
}

/** Throws when the database fails: without it nobody knows whether the code was used before. */
async function tryCode(
  { context, session, auth }: CodeCall,
  { app, code }: CodeInput,
): Promise<FormResult | undefined> {
  const { userId } = session;
  const database = await getDatabase(context);
  if (!(await markCodeUsed(database, requireLiveSession(session), code)))
    return formInvalid({ code: USED_CODE });
  const { error } = await auth.mfa.challengeAndVerify({ factorId: app, code });
  if (!error) {
    await logSecurityEvent(getPlatform(context), "code-accepted", userId);
    return undefined;
  }
  await logRejected(getPlatform(context), {
    purpose: "two-step",
    subject: userId,
    reason: error.code,
  });
  if (!isOutcomeUncertain(error)) await unmarkCode(database, userId, code);
  return describeCodeError(error);
}

function describeCodeError(error: AuthError): FormResult {
  const fieldError = CODE_ERRORS[error.code ?? ""];
  return fieldError === undefined
    ? formError(toAppError(error, "code"))
    : formInvalid({ code: fieldError });
}
