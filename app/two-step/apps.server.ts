/** The authenticator apps of a signed-in user, at the auth server: a token does not list them. */
import type { AuthError } from "@supabase/supabase-js";
import { data, type RouterContextProvider, redirect } from "react-router";
import { describeAuthError, isUnanswered } from "~/auth/auth-errors.server";
import { clearSessionCookies, openSessionClient, type Session } from "~/auth/session.server";
import { type FormResult, formError } from "~/forms/form-result";
import { getDatabase, getPlatform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import {
  isRateLimited,
  RATE_LIMIT_MESSAGE,
  RATE_LIMIT_PERIOD_S,
} from "~/platform/rate-limit.server";
import type { AuthenticatorApp } from "./code-fields";
import { claimCode, releaseCode } from "./used-codes.server";

export type AuthClient = Awaited<ReturnType<typeof openSessionClient>>["auth"];

const WRONG_CODE =
  "That code is not right. Codes change every 30 seconds: please enter the one shown now.";
const USED_CODE = "That code has been used. Please wait for the next one.";
const TRY_AGAIN = "That took too long. Please enter the code that is shown now.";

/** Errors of a code, by GoTrue's error code; shown beside the field. */
const CODE_ERRORS: Readonly<Record<string, string>> = {
  mfa_verification_failed: WRONG_CODE,
  mfa_challenge_expired: TRY_AGAIN,
  mfa_ip_address_mismatch: TRY_AGAIN,
};

/**
 * The user's working apps, oldest first. Throws a 503 page when the auth server does not answer, and the
 * way to sign in again when it says that the session is over.
 */
export async function listApps(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<AuthenticatorApp[]> {
  const { auth } = await openSessionClient(request, context);
  const { data: factors, error } = await auth.mfa.listFactors();
  if (error && !isUnanswered(error)) {
    clearSessionCookies(request, getPlatform(context));
    const { pathname } = new URL(request.url);
    throw redirect(
      `/auth/signin?${new URLSearchParams({ next: pathname.replace(/\.data$/, "") })}`,
    );
  }
  if (error) {
    throw data(
      "We can't reach the sign-in service right now. You are not signed out; please try again in a moment.",
      { status: 503, headers: { "Retry-After": "10" } },
    );
  }
  return factors.totp.map(({ id, friendly_name, created_at }) => ({
    id,
    name: friendly_name || "Authenticator app",
    createdAt: created_at,
  }));
}

interface CodeCall {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
  readonly session: Session;
  readonly auth: AuthClient;
}

/** Takes a code, which lifts the session of `auth` to aal2. undefined when it was right. */
export async function verifyCode(
  call: CodeCall,
  { app, code }: { readonly app: string; readonly code: string },
) {
  const limit = { purpose: "two-step", request: call.request, subject: call.session.userId };
  if (await isRateLimited(getPlatform(call.context), limit)) {
    const result: FormResult = formError(RATE_LIMIT_MESSAGE);
    return data(result, { status: 429, headers: { "Retry-After": String(RATE_LIMIT_PERIOD_S) } });
  }
  try {
    return await tryCode(call, app, code);
  } catch (error) {
    logError("auth.code_failed", error);
    const message = "We can't check codes right now. Please try again in a moment.";
    return data(formError(message), { status: 503 });
  }
}

/** Throws when the database fails: without it nobody knows whether the code was used before. */
async function tryCode({ context, session, auth }: CodeCall, app: string, code: string) {
  const database = await getDatabase(context);
  if (!(await claimCode(database, session.userId, code))) {
    const result: FormResult = { status: "error", fieldErrors: { code: USED_CODE } };
    return data(result, { status: 422 });
  }
  const { error } = await auth.mfa.challengeAndVerify({ factorId: app, code });
  if (!error) return undefined;
  if (!isUnanswered(error)) await releaseCode(database, session.userId, code);
  return data(describeCodeError(error), { status: isUnanswered(error) ? 503 : 422 });
}

function describeCodeError(error: AuthError): FormResult {
  const fieldError = CODE_ERRORS[error.code ?? ""];
  return fieldError === undefined
    ? formError(describeAuthError(error), undefined, error.code)
    : { status: "error", code: error.code, fieldErrors: { code: fieldError } };
}
