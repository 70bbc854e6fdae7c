/** What the auth pages do, each as an answer to a form. Nothing here tells whether an e-mail has an account. */
import type { AuthError } from "@supabase/supabase-js";
import { redirectDocument } from "react-router";
import { type FormResult, formSuccess, refuseForm } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { logRefused } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import {
  AUTH_REFUSALS,
  authRefusal,
  CHECK_EMAIL_MESSAGE,
  isMailedAlready,
} from "./auth-errors.server";
import { refuseWithoutChallenge } from "./challenge.server";
import { refuseByField } from "./field-refusal.server";
import { CHANGE_PASSWORD_PATH } from "./mail-link.server";
import { emailSchema, newPasswordSchema, signInSchema, signUpSchema } from "./schema";
import { setPassword } from "./set-password.server";
import { createMailClient } from "./supabase.server";
import { afterSignIn, getVisitor, openSessionClient, requireSignedIn } from "./visitor.server";

export interface AuthRequest {
  readonly context: RequestContext;
  readonly formData: FormData;
  /** Same-origin path to end up at. */
  readonly next: string;
}

/** Sent by GoTrue at most once a minute per address; said the same way whether or not it was. */
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
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: "sign-in",
    subject: email,
  });
  if (limited) return refuseForm(limited, { email });
  const auth = await openSessionClient(context);
  const { data: signedIn, error } = await auth.signInWithPassword(form.value);
  if (error) {
    const refused = { purpose: "sign-in", subject: email, reason: error.code };
    await logRefused(getPlatform(context), refused);
    return refuseForm(authRefusal(error, "sign-in"), { email });
  }
  // A new document: its security policy is that of the page it leads to.
  throw redirectDocument(afterSignIn(signedIn.session.access_token, next));
}

/** Makes an account; it can be used once the e-mail is confirmed. */
export async function signUp({ context, formData, next }: AuthRequest): Promise<FormResult> {
  const form = parseForm(signUpSchema, formData);
  if (!form.ok) return form.result;
  const { email, password } = form.value;
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: "sign-up",
    subject: email,
  });
  if (limited) return refuseForm(limited, { email });
  const platform = getPlatform(context);
  const unproven = await refuseWithoutChallenge(platform, formData, { email });
  if (unproven) return unproven;
  const { error } = await createMailClient(platform).signUp({
    email,
    password,
    options: { emailRedirectTo: siteUrl(context, next) },
  });
  return !error || isMailedAlready(error)
    ? formSuccess(CHECK_EMAIL_MESSAGE, { email })
    : refuseByField(error, "sign-up", { email });
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

/** Sets the password of whoever followed a reset link, which counts as a recent sign-in. */
export async function changePassword(
  context: RequestContext,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(newPasswordSchema, formData);
  if (!form.ok) return form.result;
  const visitor = await getVisitor(context);
  if (visitor.kind === "guest") return refuseForm(AUTH_REFUSALS.sessionMissing);
  const session = requireSignedIn(visitor, CHANGE_PASSWORD_PATH);
  const { password } = form.value;
  return (
    (await setPassword(context, session, password)) ?? formSuccess("Your password has been changed")
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
  const limited = await checkRateLimit(getPlatform(context), { purpose: kind, subject: email });
  if (limited) return refuseForm(limited, { email });
  const unproven = await refuseWithoutChallenge(getPlatform(context), formData, { email });
  if (unproven) return unproven;
  const { error } = await send(email, siteUrl(context, next));
  return !error || isMailedAlready(error)
    ? formSuccess(MAIL_SENT[kind], { email })
    : refuseByField(error, "mail", { email });
}

function siteUrl(context: AuthRequest["context"], path: string): string {
  return new URL(path, getPlatform(context).config.siteUrl).href;
}
