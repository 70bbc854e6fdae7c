/** What the auth pages do, each as an answer to a form. Nothing here tells whether an e-mail has an account. */
import type { AuthError } from "@supabase/supabase-js";
import { redirectDocument } from "react-router";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type Platform, type RequestContext } from "~/platform/context.server";
import { logRejected } from "~/platform/log.server";
import { checkRateLimit, isTargetLimitExceeded } from "~/platform/rate-limit.server";
import { CHECK_EMAIL_MESSAGE, toAppError } from "../auth-errors.server";
import { authFieldError } from "../field-error.server";
import { CHANGE_PASSWORD_PATH } from "../links/mail-link.server";
import { checkCommonPassword } from "../password/common-password.server";
import { emailSchema, signInSchema, signUpSchema } from "../schema";
import { afterSignIn, openSessionClient } from "../session/auth.server";
import { isKnownBrowser } from "../session/known-browser.server";
import { createMailClient } from "../session/supabase.server";
import { requireChallenge } from "./challenge.server";
import { sendMailInBackground, waitForUniformTiming } from "./uniform-timing.server";

export interface AuthRequest {
  readonly context: RequestContext;
  readonly formData: FormData;
  /** Same-origin path to end up at. */
  readonly next: string;
}

/** Said the same way whether or not a mail was sent: GoTrue sends one a minute per address, and to accounts only. */
const MAIL_SENT = {
  magicLink:
    "If that address can sign in, a link is on its way. Please check your email. We send one link a minute: if you asked for one just now, use that.",
  passwordReset: "Password reset email sent",
  confirmation: "If that address still needs confirming, a new email is on its way.",
} as const;

/** Signs in with a password, and goes to `next`. */
export async function signIn({ context, formData, next }: AuthRequest): Promise<FormResult> {
  const form = parseForm(signInSchema, formData);
  if (!form.ok) return form.result;
  const { email } = form.value;
  const refused = await limitSignIn(getPlatform(context), formData, email);
  if (refused) return refused;
  const auth = await openSessionClient(context);
  const uniformTime = waitForUniformTiming();
  const { data: signedIn, error } = await auth.signInWithPassword(form.value);
  if (error) {
    await uniformTime;
    const refused = { purpose: "sign-in", subject: email, reason: error.code };
    await logRejected(getPlatform(context), refused);
    return formError(toAppError(error, "sign-in"), { email });
  }
  // A new document: its security policy is that of the page it leads to.
  throw redirectDocument(await afterSignIn(context, signedIn.session.access_token, next));
}

/**
 * Limits tries by the caller, so that strangers keep nobody out; a browser that has signed in to the account before
 * has tries of its own. Where many callers try one account, each passes the challenge, if one is configured.
 */
async function limitSignIn(
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

/** Makes an account; it can be used once the e-mail is confirmed. */
export async function signUp({ context, formData, next }: AuthRequest): Promise<FormResult> {
  const form = parseForm(signUpSchema, formData);
  if (!form.ok) return form.result;
  const { email, password } = form.value;
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "sign-up", target: email });
  if (limited) return formError(limited, { email });
  const unproven = await requireChallenge(platform, formData, { email });
  if (unproven) return unproven;
  const tooCommon = await checkCommonPassword({ email, password }, { email });
  if (tooCommon) return tooCommon;
  const options = { emailRedirectTo: siteUrl(context, next) };
  const call = createMailClient(platform).signUp({ email, password, options });
  const error = await sendMailInBackground(platform, call, {
    purpose: "sign-up",
    // Here it concerns everyone; asking for a link it would meet new addresses alone.
    alsoTold: "signup_disabled",
  });
  return error
    ? authFieldError(error, "sign-up", { email })
    : formSuccess(CHECK_EMAIL_MESSAGE, { email });
}

/** Mails a link that signs in; for an unknown address it signs up. */
export function sendMagicLink(call: AuthRequest) {
  return sendMail(call, "magicLink", (email, redirectTo) =>
    createMailClient(getPlatform(call.context)).signInWithOtp({
      email,
      options: { emailRedirectTo: redirectTo, shouldCreateUser: true },
    }),
  );
}

/** Mails a link to /auth/changepass. */
export function sendPasswordReset(call: AuthRequest) {
  return sendMail(call, "passwordReset", (email) =>
    createMailClient(getPlatform(call.context)).resetPasswordForEmail(email, {
      redirectTo: siteUrl(call.context, CHANGE_PASSWORD_PATH),
    }),
  );
}

/** Mails the confirmation of a sign-up once more. */
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
  kind: keyof typeof MAIL_SENT,
  send: MailRequest,
): Promise<FormResult> {
  const form = parseForm(emailSchema, formData);
  if (!form.ok) return form.result;
  const { email } = form.value;
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: kind, target: email });
  if (limited) return formError(limited, { email });
  const unproven = await requireChallenge(platform, formData, { email });
  if (unproven) return unproven;
  const call = send(email, siteUrl(context, next));
  const error = await sendMailInBackground(platform, call, { purpose: kind });
  return error ? authFieldError(error, "mail", { email }) : formSuccess(MAIL_SENT[kind], { email });
}

function siteUrl(context: AuthRequest["context"], path: string): string {
  return new URL(path, getPlatform(context).config.siteUrl).href;
}
