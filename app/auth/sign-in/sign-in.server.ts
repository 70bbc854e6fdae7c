/** The form actions of the auth pages. No response reveals whether an email address has an account. */
import type { AuthError, AuthResponse } from "@supabase/supabase-js";
import { redirectDocument } from "react-router";
import * as v from "valibot";
import { outgoingEmails } from "#drizzle/schema";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { ERROR_CODES } from "~/http/app-error";
import { changePasswordPath } from "~/navigation/paths";
import { getPlatform, type Platform, type RequestContext } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { logError, logRejected } from "~/platform/log.server";
import { checkRateLimit, isAddressLimitExceeded } from "~/platform/rate-limit.server";
import { requireTurnstile } from "~/turnstile/turnstile.server";
import { AUTH_ERRORS } from "../gotrue/auth-errors.server";
import { createStatelessClient } from "../gotrue/client.server";
import { authFormError, CHECK_EMAIL_MESSAGE, toAppError } from "../gotrue/codes.server";
import { emailCodeSchema } from "../methods/link/email-code";
import { verifyEmailCode } from "../methods/link/email-link.server";
import { sendOncePerMinute } from "../methods/link/email-requests.server";
import { rememberLinkRequest } from "../methods/link/link-request.server";
import { verifyPasskey } from "../methods/passkey/passkey.server";
import { checkCommonPassword, signInWithTypedPassword } from "../methods/password/password.server";
import { emailSchema, signInSchema, signUpSchema } from "../methods/password/schema";
import { openSessionClient } from "../session/auth.server";
import { completeSignIn } from "../session/complete-sign-in.server";
import { isKnownBrowser } from "../session/cookie/known-browser.server";
import { bindSignUp, isSignUp } from "../session/cookie/sign-up-browser.server";
import { sendEmailInBackground, waitForUniformTiming } from "./uniform-timing.server";

/** The emails that can be requested again. Rate limits and the log use the same names. */
const resendSchema = v.object({ kind: v.picklist(["sign-up", "magic-link", "password-reset"]) });

export type AuthEmail = v.InferOutput<typeof resendSchema>["kind"];

/**
 * These are shown whether or not an email was sent: Supabase Auth sends one per minute to an address, and
 * only to accounts.
 */
const EMAIL_SENT = {
  "magic-link": "If that address can sign in, a link is on its way.",
  "password-reset": "Password reset email sent",
} as const;
const SENT_AGAIN =
  "If that address can get one and a minute has passed, another email is on its way.";

export interface AuthRequest {
  readonly context: RequestContext;
  readonly formData: FormData;
  /** The same-origin path to continue to. */
  readonly next: string;
}

/** Signs in with a password. Throws a redirect to `next`, or returns the error. */
export async function signIn({ context, formData, next }: AuthRequest): Promise<FormResult> {
  const form = parseForm(signInSchema, formData);
  if (!form.ok) return form.error;
  const { email } = form.value;
  const platform = getPlatform(context);
  const limited = await checkSignInLimits(platform, formData, email);
  if (limited) return limited;
  const client = await openSessionClient(context);
  const uniformTime = waitForUniformTiming();
  const { data: signedIn, error } = await signInWithTypedPassword(client, form.value);
  if (error) {
    await uniformTime;
    return rejectPassword(platform, form.value, error);
  }
  // A document navigation, so that the next page gets its own security policy.
  throw redirectDocument(
    await completeSignIn(context, { accessToken: signedIn.session.access_token, next }),
  );
}

/**
 * Limits attempts by client, so that strangers cannot lock an account; many clients at one account have to
 * pass Turnstile.
 */
async function checkSignInLimits(platform: Platform, formData: FormData, email: string) {
  const strangerLimit = { purpose: "sign-in", typedAddress: email };
  const isKnown = isKnownBrowser(platform, email);
  const limit = isKnown ? { purpose: "sign-in-known", account: email } : strangerLimit;
  const limited = await checkRateLimit(platform, limit);
  if (limited) return formError(limited, { email });
  if (isKnown || !(await isAddressLimitExceeded(platform, strangerLimit))) return undefined;
  return requireTurnstile(platform, formData, { email });
}

/** Logs a rejected password. Returns the error, which offers the confirmation again if that is missing. */
async function rejectPassword(
  platform: Platform,
  typed: v.InferOutput<typeof signInSchema>,
  error: AuthError,
): Promise<FormResult> {
  const { email } = typed;
  await logRejected(platform, { purpose: "sign-in", subject: email, reason: error.code });
  if (error.code === "invalid_credentials" && (await isSignUp(platform, typed))) {
    return formError(AUTH_ERRORS.signUpPasswordUnset, { email });
  }
  const isUnconfirmed = error.code === ERROR_CODES.emailNotConfirmed;
  const kind: AuthEmail = "sign-up";
  return formError(toAppError(error, "sign-in"), { email, ...(isUnconfirmed && { kind }) });
}

/** Signs in with a passkey. Throws a redirect to `next`, or returns the error. */
export async function signInWithPasskey({
  context,
  formData,
  next,
}: AuthRequest): Promise<FormResult> {
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "passkey" });
  if (limited) return formError(limited);
  const signedIn = await verifyPasskey(context, formData);
  if (!signedIn.ok) return signedIn.error;
  // A document navigation, so that the next page gets its own security policy.
  throw redirectDocument(await completeSignIn(context, { accessToken: signedIn.value, next }));
}

/** Creates an account, which can be used once its email address is confirmed. */
export async function signUp({ context, formData, next }: AuthRequest): Promise<FormResult> {
  const form = parseForm(signUpSchema, formData);
  if (!form.ok) return form.error;
  const { email, password } = form.value;
  const platform = getPlatform(context);
  const limited = await checkEmailLimits(platform, formData, { kind: "sign-up", email });
  if (limited) return limited;
  const passwordError = await checkCommonPassword({ email, password }, { email });
  if (passwordError) return passwordError;
  const data = await bindSignUp(platform, { email, password });
  const options = { emailRedirectTo: rememberLinkRequest(platform, email, next), data };
  // A separate quota from resending: a stranger who resends must not block the owner's sign-up.
  const call = sendOncePerMinute(platform, { kind: "new-account", email }, () =>
    createStatelessClient(platform).signUp({ email, password, options }),
  );
  // Server-Timing would show that the database was used.
  platform.afterResponse(() => enqueueAccountExistsEmail(platform, email, call));
  const error = await sendEmailInBackground(platform, call, {
    purpose: "sign-up",
    // Only a sign-up may show this error: for a magic link, only new addresses would get it.
    publicCode: "signup_disabled",
  });
  if (error) return authFormError(error, "sign-up", { email });
  const kind: AuthEmail = "sign-up";
  return formSuccess(CHECK_EMAIL_MESSAGE, { values: { email, kind } });
}

/** Limits requests for an email by client, and requires Turnstile. */
async function checkEmailLimits(
  platform: Platform,
  formData: FormData,
  { kind, email }: { readonly kind: AuthEmail; readonly email: string },
) {
  const limited = await checkRateLimit(platform, { purpose: kind, typedAddress: email });
  return limited ? formError(limited, { email }) : requireTurnstile(platform, formData, { email });
}

/**
 * Emails an account's owner, once a day, about a sign-up with their address: Supabase Auth then returns a
 * user without identities.
 */
async function enqueueAccountExistsEmail(
  platform: Platform,
  address: string,
  call: Promise<AuthResponse | undefined>,
): Promise<void> {
  try {
    const user = (await call)?.data.user;
    if (user?.identities?.length !== 0) return;
    const database = await platform.database.get();
    const recipient = address.toLowerCase();
    const dedupeKey = `account_exists:${recipient}:${new Date().toISOString().slice(0, 10)}`;
    const email = { template: "account_exists", recipient, dedupeKey };
    await database.insert(outgoingEmails).values(email).onConflictDoNothing();
  } catch (error) {
    const { requestId } = platform;
    logError("auth.email_failed", driverError(error), { requestId, purpose: "account-exists" });
  }
}

/** Sends the email of a form. A success opens the card that can request it again. */
export function sendEmail(call: AuthRequest, kind: keyof typeof EMAIL_SENT) {
  return requestEmail(call, kind, EMAIL_SENT[kind]);
}

/** Sends an email that someone requested by typing the address. Succeeds with `message`. */
async function requestEmail(
  { context, formData, next }: AuthRequest,
  kind: AuthEmail,
  message: string,
): Promise<FormResult> {
  const form = parseForm(emailSchema, formData);
  if (!form.ok) return form.error;
  const { email } = form.value;
  const platform = getPlatform(context);
  const limited = await checkEmailLimits(platform, formData, { kind, email });
  if (limited) return limited;
  const redirectTo = rememberLinkRequest(platform, email, getDestination(kind, next));
  const data = kind === "magic-link" ? await bindSignUp(platform) : undefined;
  const client = createStatelessClient(platform);
  const options = { emailRedirectTo: redirectTo, ...(data && { data }) };
  const requests: Record<AuthEmail, () => Promise<{ error: AuthError | null }>> = {
    "sign-up": () => client.resend({ type: "signup", email, options }),
    // A new address is signed up.
    "magic-link": () => client.signInWithOtp({ email, options }),
    "password-reset": () => client.resetPasswordForEmail(email, { redirectTo }),
  };
  const call = sendOncePerMinute(platform, { kind, email }, requests[kind]);
  const error = await sendEmailInBackground(platform, call, { purpose: kind });
  return error
    ? authFormError(error, "email", { email })
    : formSuccess(message, { values: { email, kind } });
}

/** Where the email's link leads. */
function getDestination(kind: AuthEmail, next: string): string {
  return kind === "password-reset" ? changePasswordPath(next) : next;
}

const enteredCodeSchema = v.object({ ...emailCodeSchema.entries, ...resendSchema.entries });

/** Signs in with the code of an email. Throws a redirect, or returns the error, which keeps the card open. */
export async function enterEmailCode({ context, formData, next }: AuthRequest) {
  const form = parseForm(enteredCodeSchema, formData);
  if (!form.ok) return form.error;
  const { email, kind, code } = form.value;
  const typed = { email, code, next: getDestination(kind, next) };
  return { ...(await verifyEmailCode(context, typed)), values: { email, kind } };
}

/**
 * Sends an email again, within the limits of the first one. The result keeps the card open, also with an
 * error.
 */
export async function resendEmail(call: AuthRequest): Promise<FormResult> {
  const form = parseForm(resendSchema, call.formData);
  if (!form.ok) return form.error;
  const { kind } = form.value;
  const result = await requestEmail(call, kind, SENT_AGAIN);
  return { ...result, values: { ...result.values, kind } };
}
