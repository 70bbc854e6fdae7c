/** Verifies a code of an authenticator app, at sign-in and in the settings. */
import { authFormError } from "~/auth/gotrue/codes.server";
import type { openSessionClient } from "~/auth/session/auth.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { logSecurityEvent } from "~/auth/session/security-log.server";
import { rethrowSessionEnded, throwIfAuthSessionEnded } from "~/auth/session/session-ended.server";
import { type FormResult, formError, formInvalid } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { appError } from "~/http/app-error";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import { logError, logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { codeSchema } from "../schema";
import { type CodeEntry, LOCKOUT_MIN, spendCode } from "./code-entries.server";

export type AuthClient = Awaited<ReturnType<typeof openSessionClient>>;

const TOO_MANY_CODES = appError(
  429,
  "auth/too-many-codes",
  `Too many codes were entered for this account. Please try again in ${LOCKOUT_MIN} minutes.`,
);

const CODES_UNAVAILABLE = appError(
  503,
  "auth/unavailable",
  "We can’t check codes right now. Please wait for the next one and try again.",
);

interface CodeVerification {
  readonly context: RequestContext;
  readonly session: Session;
  readonly client: AuthClient;
}

/**
 * Verifies the code in a form, which raises the session of `client` to aal2. Returns the error; undefined on
 * success.
 */
export async function verifyCode(verification: CodeVerification, formData: FormData) {
  const form = parseForm(codeSchema, formData);
  if (!form.ok) return form.error;
  const { context, session } = verification;
  // Sign-in has its own limit: a stranger with the password must not lock the owner's settings.
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: session.twoStep === "due" ? "two-step" : "two-step-settings",
    account: session.userId,
  });
  if (limited) return formError(limited);
  try {
    return await checkCode(verification, form.value);
  } catch (error) {
    if (error instanceof Response) throw error;
    rethrowSessionEnded(error, context);
    logError("auth.code_failed", error, { requestId: getPlatform(context).requestId });
    return formError(CODES_UNAVAILABLE);
  }
}

/** Throws when the database fails: without it, a code could be accepted twice. */
async function checkCode(
  { context, session, client }: CodeVerification,
  { app, code }: CodeEntry,
): Promise<FormResult | undefined> {
  const platform = getPlatform(context);
  const entry = { app, code, isCounted: session.twoStep === "due" };
  const refusal = await spendCode(await getDatabase(context), requireLiveSession(session), entry);
  if (refusal === "locked") return formError(TOO_MANY_CODES);
  if (refusal === "already-entered") {
    return formInvalid({ code: "That code was already entered. Please wait for the next one." });
  }
  const { error } = await client.mfa.challengeAndVerify({ factorId: app, code });
  if (!error) {
    await logSecurityEvent(platform, "code-accepted", session.userId);
    return undefined;
  }
  const rejected = { purpose: "two-step", subject: session.userId, reason: error.code };
  await logRejected(platform, rejected);
  throwIfAuthSessionEnded(error, context);
  return authFormError(error, "code", { app });
}
