/** The form actions of the auth pages. No response reveals whether an email address has an account. */
import type { AuthError, AuthResponse } from "@supabase/supabase-js";
import { redirectDocument } from "react-router";
import { outgoingMails } from "#drizzle/schema";
import { CHECK_EMAIL_MESSAGE, emailSent } from "~/content/auth/auth-pages";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type Platform, type RequestContext } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { logError, logRejected } from "~/platform/log.server";
import { checkRateLimit, isTargetLimitExceeded } from "~/platform/rate-limit.server";
import { toAppError } from "../auth-errors.server";
import { authFieldError } from "../field-error.server";
import { CHANGE_PASSWORD_PATH } from "../links/mail-link.server";
import { checkCommonPassword } from "../password/common-password.server";
import { emailSchema, signInSchema, signUpSchema } from "../schema";
import { completeSignIn, openSessionClient } from "../session/auth.server";
import { isKnownBrowser } from "../session/known-browser.server";
import { createMailClient } from "../session/supabase.server";
import { requireChallenge } from "./challenge.server";
import { sendMailInBackground, waitForUniformTiming } from "./uniform-timing.server";

export interface AuthRequest {
  readonly context: RequestContext;
  readonly formData: FormData;
  /** The same-origin path to continue to. */
  readonly next: string;
}

/** Signs in with a password. Throws a redirect to `next`, or returns the error. */
export async function signIn({ context, formData, next }: AuthRequest): Promise<FormResult> {
  const form = parseForm(signInSchema, formData);
  if (!form.ok) return form.result;
  const { email } = form.value;
  const limited = await checkSignInLimits(getPlatform(context), formData, email);
  if (limited) return limited;
  const auth = await openSessionClient(context);
  const uniformTime = waitForUniformTiming();
  const { data: signedIn, error } = await auth.signInWithPassword(form.value);
  if (error) {
    await uniformTime;
    const rejected = { purpose: "sign-in", subject: email, reason: error.code };
    await logRejected(getPlatform(context), rejected);
    return formError(toAppError(error, "sign-in"), { email });
  }
  // A document navigation, so that the next page gets its own security policy.
  throw redirectDocument(await completeSignIn(context, signedIn.session.access_token, next));
}

/**
 * Limits attempts by client, so that strangers cannot lock an account. A browser that has signed in to the account
 * before has its own limit. If many clients try one account, each has to pass the challenge, if one is configured.
 */
async function checkSignInLimits(
  platform: Platform,
  formData: FormData,
  email: string,
): Promise<FormResult | undefined> {
  const isKnown = isKnownBrowser(platform, email);
  const limited = await checkRateLimit(
    platform,
    isKnown ? { purpose: "sign-in-known", subject: email } : { purpose: "sign-in", target: email },
  );
  if (limited) return formError(limited, { email });
  if (isKnown || !(await isTargetLimitExceeded(platform, { purpose: "sign-in", target: email })))
    return;
  return requireChallenge(platform, formData, { email });
}

/** Creates an account, which can be used once its email address is confirmed. */
export async function signUp({ context, formData, next }: AuthRequest): Promise<FormResult> {
  const form = parseForm(signUpSchema, formData);
  if (!form.ok) return form.result;
  const { email, password } = form.value;
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "sign-up", target: email });
  if (limited) return formError(limited, { email });
  const challengeError = await requireChallenge(platform, formData, { email });
  if (challengeError) return challengeError;
  const passwordError = await checkCommonPassword({ email, password }, { email });
  if (passwordError) return passwordError;
  const options = { emailRedirectTo: siteUrl(context, next) };
  const call = createMailClient(platform).signUp({ email, password, options });
  // Server-Timing would show that the database was used.
  platform.afterResponse(() => mailExistingAccount(platform, email, call));
  const error = await sendMailInBackground(platform, call, {
    purpose: "sign-up",
    // Only here: for a magic link, only new addresses would get this error.
    publicCode: "signup_disabled",
  });
  return error
    ? authFieldError(error, "sign-up", { email })
    : formSuccess(CHECK_EMAIL_MESSAGE, { email });
}

/**
 * Tells the owner of an account that someone tried to sign up with its address, at most once a day (UTC). GoTrue returns
 * a user without identities for an existing account, and sends no email.
 * Source: Supabase, JavaScript reference, "auth.signUp".
 */
async function mailExistingAccount(
  platform: Platform,
  address: string,
  call: Promise<AuthResponse>,
): Promise<void> {
  try {
    const { user } = (await call).data;
    if (user?.identities?.length !== 0) return;
    const database = await platform.database.get();
    const email = address.toLowerCase();
    const factKey = `account_exists:${email}:${new Date().toISOString().slice(0, 10)}`;
    const mail = { template: "account_exists", email, factKey };
    await database.insert(outgoingMails).values(mail).onConflictDoNothing();
  } catch (error) {
    const { requestId } = platform;
    logError("auth.mail_failed", driverError(error), { requestId, purpose: "account-exists" });
  }
}

/** Emails a sign-in link; a new address is signed up. */
export function sendMagicLink(call: AuthRequest) {
  return sendMail(call, "magicLink", (email, redirectTo) =>
    createMailClient(getPlatform(call.context)).signInWithOtp({
      email,
      options: { emailRedirectTo: redirectTo, shouldCreateUser: true },
    }),
  );
}

/** Emails a link to /auth/changepass. */
export function sendPasswordReset(call: AuthRequest) {
  return sendMail(call, "passwordReset", (email) =>
    createMailClient(getPlatform(call.context)).resetPasswordForEmail(email, {
      redirectTo: siteUrl(call.context, CHANGE_PASSWORD_PATH),
    }),
  );
}

/** Resends the confirmation of a sign-up. */
export function resendConfirmation(call: AuthRequest) {
  return sendMail(call, "confirmation", (email, redirectTo) =>
    createMailClient(getPlatform(call.context)).resend({
      type: "signup",
      email,
      options: { emailRedirectTo: redirectTo },
    }),
  );
}

type MailRequest = (email: string, redirectTo: string) => Promise<{ error: AuthError | null }>;

async function sendMail(
  { context, formData, next }: AuthRequest,
  kind: keyof typeof emailSent,
  send: MailRequest,
): Promise<FormResult> {
  const form = parseForm(emailSchema, formData);
  if (!form.ok) return form.result;
  const { email } = form.value;
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: kind, target: email });
  if (limited) return formError(limited, { email });
  const challengeError = await requireChallenge(platform, formData, { email });
  if (challengeError) return challengeError;
  const call = send(email, siteUrl(context, next));
  const error = await sendMailInBackground(platform, call, { purpose: kind });
  return error ? authFieldError(error, "mail", { email }) : formSuccess(emailSent[kind], { email });
}

function siteUrl(context: AuthRequest["context"], path: string): string {
  return new URL(path, getPlatform(context).config.siteUrl).href;
}
